import fc from "fast-check";
import { expect, it } from "vitest";
import { journalCodec } from "#text/journal/journal-codec.ts";
import * as j from "../../builders/journal.ts";

const iso = (ms: number): string => new Date(ms).toISOString();
const EVENTS = j.timed([j.STARTED, j.HYDRATED, j.PROCEED]);
const LINES = journalCodec(iso).write(EVENTS, []);

/** Texts that a journal may come upon one after the other: grown, shorter again, cut within a line, with more on a line or one that is no event, another run's. */
const TEXT = fc
  .tuple(fc.array(fc.nat({ max: LINES.length }), { maxLength: 4 }), fc.nat({ max: 3 }), fc.boolean(), fc.constantFrom("", "x", "x\n"))
  .map(([picked, cut, inOrder, more]) => {
    const lines = inOrder ? LINES.slice(0, picked.length) : picked.map((index) => LINES[index] ?? "{}");
    const whole = lines.map((line) => `${line}\n`).join("");
    return `${whole.slice(0, whole.length - cut)}${more}`;
  });

it("reads a text the same, whatever was read before it [C0.04]", () => {
  fc.assert(
    fc.property(fc.array(TEXT, { minLength: 1, maxLength: 6 }), (texts) => {
      const codec = journalCodec(iso);
      for (const text of texts) expect(codec.read(text)).toEqual(journalCodec(iso).read(text));
    }),
    { numRuns: 500 },
  );
});

it("names the line that is no event, also where the lines before it were read already", () => {
  const codec = journalCodec(iso);
  const good = LINES.map((line) => `${line}\n`).join("");
  expect(codec.read(good)).toEqual({ kind: "events", events: EVENTS });
  expect(codec.read(`${good}{}\n`)).toMatchObject({ kind: "unreadable", why: expect.stringContaining("line 4:"), events: EVENTS });
  expect(codec.read(good)).toEqual({ kind: "events", events: EVENTS });
});
