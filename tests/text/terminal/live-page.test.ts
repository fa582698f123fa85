/** The page of `loopwright doctor --live`. */
import { expect, it } from "vitest";
import { isAsAssumed, type LiveOutcome, type LiveReport, type LiveRow, livePage } from "#text/terminal/live-page.ts";

function row(id: string, outcome: LiveOutcome, seen: string): LiveRow {
  return { id, assumes: `${id} is so`, reliesOn: `src/${id}.ts`, outcome, seen };
}

const HOLDS: LiveReport = { repository: "acme/scratch", rows: [row("ref-created", "holds", "read at once")], earlier: [], left: [] };

it("shows each row with what was seen, and the file that relies on it where something is to be done", () => {
  const rows = [
    ...HOLDS.rows,
    row("ref-stale", "differs", "answer 200: \u001b[31mother words"),
    row("check-run", "not tried", "a person's token"),
    row("comment-times", "unclear", "no answer came"),
  ];
  const report = { ...HOLDS, rows, earlier: ["label loopwright-live-1"], left: ["issue #3: no answer came"] };
  expect(livePage(report)).toMatchInlineSnapshot(`
    "ok   ref-created            ref-created is so
                                holds: read at once
    NO   ref-stale              ref-stale is so
                                differs: answer 200: other words
                                relies on it: src/ref-stale.ts
    --   check-run              check-run is so
                                not tried: a person's token
                                relies on it: src/check-run.ts
    ??   comment-times          comment-times is so
                                unclear: no answer came
                                relies on it: src/comment-times.ts

    Left by an earlier call, or made by one that is under way; remove it when none is:
      - label loopwright-live-1

    Made by this call and not removed; remove it by hand:
      - issue #3: no answer came

    acme/scratch: 1 holds, 1 differs, 1 not tried, 1 unclear. Not all is as Loopwright assumes, or not
    all could be tried: .github/docs/first-hour.md says what to do."
  `);
});

it("says so where all is as assumed", () => {
  expect(livePage(HOLDS).split("\n").slice(-2)).toMatchInlineSnapshot(`
    [
      "acme/scratch: 1 holds, 0 differs, 0 not tried, 0 unclear. GitHub does what Loopwright assumes, as",
      "far as this token can try it.",
    ]
  `);
});

it.each<{ readonly what: string; readonly change: Partial<LiveReport>; readonly asAssumed: boolean }>([
  { what: "nothing", change: {}, asAssumed: true },
  { what: "something that this token can never try", change: { rows: [row("a", "not tried", "")] }, asAssumed: true },
  { what: "a leftover of an earlier call", change: { earlier: ["label x"] }, asAssumed: true },
  { what: "a difference", change: { rows: [row("a", "differs", "")] }, asAssumed: false },
  { what: "something unclear", change: { rows: [row("a", "unclear", "")] }, asAssumed: false },
  { what: "something that was not removed", change: { left: ["label x"] }, asAssumed: false },
])("with $what, all as assumed is $asAssumed", ({ change, asAssumed }) => {
  expect(isAsAssumed({ ...HOLDS, ...change })).toBe(asAssumed);
});
