/** The first half of a fix: by the places that it changes, over all of its files. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type FixedFile, firstHalf, firstPlace } from "#core/backtest/half.ts";

/** Lines that are equal stay, in their order; `-` marks those that go and `+` those that come. */
function fixed(path: string, ...rows: readonly string[]): FixedFile {
  const before = rows.filter((row) => !row.startsWith("+"));
  const after = rows.filter((row) => !row.startsWith("-"));
  return {
    path,
    before: before.map((row) => row.slice(1)).join("\n"),
    after: after.map((row) => row.slice(1)).join("\n"),
    lineAfter: (line) => {
      const at = after.indexOf(before[line - 1] ?? "");
      return at === -1 ? null : at + 1;
    },
  };
}

it.each([
  { what: "one place", files: [fixed("a", " 1", "-2", "+two", " 3")] },
  { what: "no place", files: [fixed("a", " 1", " 2")] },
  { what: "no file", files: [] },
])("is nothing of $what", ({ files }) => {
  expect(firstHalf(files)).toBeNull();
});

it("takes the first of two places, and rounds down", () => {
  const rows = [" 1", "-2", "+two", "+more", " 3", "+four", " 5", "-6"];
  expect(firstHalf([fixed("a", ...rows.slice(0, 6))])).toEqual([{ path: "a", text: "1\ntwo\nmore\n3" }]);
  expect(firstHalf([fixed("a", ...rows)])).toEqual([{ path: "a", text: "1\ntwo\nmore\n3\n5\n6" }]);
});

it("counts places at the begin and at the end of a file", () => {
  expect(firstHalf([fixed("a", "+0", " 1", " 2", "-3")])).toEqual([{ path: "a", text: "0\n1\n2\n3" }]);
});

it("takes whole files first, and a file that comes or goes is one place", () => {
  const gone: FixedFile = { path: "a", before: "x", after: null, lineAfter: () => null };
  const made: FixedFile = { path: "b", before: null, after: "y", lineAfter: () => null };
  expect(firstHalf([gone, made])).toEqual([{ path: "a", text: null }]);
  expect(firstHalf([made, fixed("c", "-1", "+2", " 3", "-4")])).toEqual([{ path: "b", text: "y" }]);
});

it("leaves a file of the second half alone, and never makes the whole fix", () => {
  const file = fc.tuple(fc.array(fc.constantFrom(" ", "-", "+"), { maxLength: 12 }), fc.nat(99));
  fc.assert(
    fc.property(fc.array(file, { maxLength: 4 }), (files) => {
      const all = files.map(([signs, id], index) => fixed(`${index}`, " first", ...signs.map((sign, line) => `${sign}${id}-${line}`)));
      const edits = firstHalf(all);
      if (edits === null) return;
      const texts = new Map(edits.map(({ path, text }) => [path, text]));
      expect(all.some(({ path, before, after }) => (texts.get(path) ?? before) !== after)).toBe(true);
      expect(all.some(({ path, before }) => texts.has(path) && texts.get(path) !== before)).toBe(true);
    }),
  );
});

it("takes the first place of a change that has more than one", () => {
  expect(firstPlace([fixed("a", "-1", "+one", " 2", "-3", " 4", "-5")])).toEqual([{ path: "a", text: "one\n2\n3\n4\n5" }]);
  expect(firstPlace([fixed("a", "-1", "+one", " 2")])).toBeNull();
});
