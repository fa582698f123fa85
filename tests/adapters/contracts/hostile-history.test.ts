/** A history as somebody hostile would write it: bounded, refused by its schema, and nothing of this process is changed by it. */
import { expect, it } from "vitest";
import { parseHistory } from "#adapters/journal/history-text.ts";
import { iso } from "#adapters/system-clock.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import { startedAt, timed } from "../../builders/journal.ts";

const CODEC = journalCodec(iso);
const FIRST = CODEC.write(timed([startedAt(7)]), [])[0] ?? "";
const read = (...lines: readonly string[]) => parseHistory(lines.map((line) => `${line}\n`).join(""), new Map(), CODEC);

/** The first line again, as another event. */
const line = (event: string, payload: string): string =>
  FIRST.replace(/"event":"[^"]*"/, `"event":"${event}"`).replace(/"payload":.*$/, `"payload":${payload}}`);

it.each([
  {
    what: "JSON of 100,000 levels",
    text: line("run_hydrated", `{"at":1,"plan":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
    why: "line 2",
  },
  { what: "a line of 10 MB", text: line("stop_requested", `{"at":1,"by":"ada","note":"${"x".repeat(10_000_000)}"}`), why: null },
  { what: "a __proto__", text: line("stop_requested", '{"at":1,"by":"ada","note":"","__proto__":{"polluted":true}}'), why: null },
  {
    what: "a constructor",
    text: line("stop_requested", '{"at":1,"by":"ada","note":"","constructor":{"prototype":{"polluted":true}}}'),
    why: "line 2",
  },
  { what: "NaN", text: line("stop_requested", '{"at":NaN,"by":"ada","note":""}'), why: "line 2" },
  { what: "a number beyond all numbers", text: line("stop_requested", '{"at":1e999,"by":"ada","note":""}'), why: "line 2" },
  { what: "half a character", text: line("stop_requested", '{"at":1,"by":"ada","note":"\\ud800"}'), why: null },
])("takes in a history with $what, or refuses it, and is as it was [ST-11]", ({ text, why }) => {
  const found = read(FIRST, text);
  if (why === null) expect([found.kind, JSON.stringify(found).length < 20_000]).toEqual(["events", true]);
  else expect(found).toMatchObject({ kind: "unreadable", why: expect.stringContaining(why), events: [expect.anything()] });
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect("polluted" in {}).toBe(false);
});

it("reads no history that is longer than any run writes, however it is cut [ST-11]", () => {
  const many = Array.from({ length: 1_000_000 }, () => "{}".padEnd(40));
  expect(read(FIRST, many.join("\n"))).toMatchObject({
    kind: "unreadable",
    why: expect.stringContaining("no run writes more than"),
    events: [],
  });
  const blob = "x".repeat(40 * 1024 * 1024);
  expect(parseHistory(`${FIRST}\n`, new Map([["a", blob]]), CODEC)).toMatchObject({ kind: "unreadable" });
});
