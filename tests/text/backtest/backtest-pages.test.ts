/** Both pages of a backtest: what is wrong stands out, and no text of a stranger is more than text. */
import { expect, it } from "vitest";
import { type FixResult, type JudgedFix, type PatchVerdict, UndecidedReason } from "#core/backtest/fix-result.ts";
import { backtestHtml } from "#text/backtest/backtest-html.ts";
import { backtestLine, backtestPage } from "#text/backtest/backtest-page.ts";

const ROW = { commit: "abcdef0123456789", parent: "p", subject: "fix: <b>a</b>\u202e\u001b[31m thing" };
const REFUSED: PatchVerdict = { kind: "refused", reasons: ["a.x.y: red <i>"] };
const RIGHT: JudgedFix["variants"] = {
  fix: { kind: "accepted" },
  nothing: REFUSED,
  tests: REFUSED,
  deleted: REFUSED,
  emptied: REFUSED,
  half: { kind: "harmless" },
  broken: { kind: "impossible" },
};
/** Lines are wrapped at any blank. */
const unwrapped = (page: string): string => page.replace(/\s+/g, " ");
const row = (result: FixResult) => ({ ...ROW, result });
const JUDGED: JudgedFix = { kind: "judged", red: 1, excused: [], ms: 1200, variants: RIGHT };
const right = row(JUDGED);
const blind = row({ ...JUDGED, variants: { ...RIGHT, emptied: { kind: "accepted" } } });
const strict = row({ ...JUDGED, variants: { ...RIGHT, fix: REFUSED } });
const named = row({ ...JUDGED, excused: [{ path: "test/<a>.js", test: 'a "b"', mayBe: "changed" }] });
const undecided = (why: UndecidedReason, details = "exit code 9 & more") => row({ kind: "undecided", why, details, ms: 10 });

it("shows a gate that is right", () => {
  expect(backtestPage([right, row({ kind: "no_fix", ms: 1 })], true)).toMatchInlineSnapshot(`
    "On this history the gate accepts every true fix and no wrong patch.

      - 1 of 1 closed bugs could be decided; half of them took less than 1.2 s.
      - 1 of 1 true fixes are accepted.
      - 0 of 4 wrong patches are accepted.
      - 1 half or broken patches are not wrong as far as the tests can tell.
      - 1 changes of source and tests are not counted: their tests pass without them.

      commit    fix  nothing  tests  deleted  emptied  half   broken  time   subject
      abcdef01  ok   ok       ok     ok       ok       green  -       1.2 s  fix: <b>a</b> thing

      ok     the gate says what it should: the true fix is accepted, a wrong patch is refused
      named  the gate accepts the true fix once the plan names the tests below, and judges the rest with
             the same plan
      WRONG  the gate refuses the true fix, or accepts a wrong patch
      green  not wrong as far as the tests can tell: all that pass with the fix pass with this patch,
             too
      -      there is no such patch of this fix, or it was not decided"
  `);
});

it("names a wrong patch that is accepted, and a true fix that is refused, on both pages", () => {
  for (const page of [backtestPage([blind, strict], true), backtestHtml("x", [blind, strict], true)].map(unwrapped)) {
    expect(page).toContain("NOT right everywhere. It accepts wrong patches: they are named below. It refuses true");
    expect(page).toContain("accepted: its test files emptied");
    expect(page).toContain("the true fix is refused: a.x.y: red");
    expect(page).toContain("WRONG");
  }
  expect(backtestPage([blind], true)).not.toContain("It refuses");
  expect(backtestPage([strict], true)).not.toContain("It accepts");
});

it("names the tests that a plan must name so that a true fix is accepted, on both pages", () => {
  const pages = [backtestPage([right, named], true), backtestHtml("x", [right, named], true)].map(unwrapped);
  expect(pages[0]).toContain('tests find less (expectedTestChanges): "a \\"b\\"" in test/<a>.js');
  expect(pages[1]).toContain("tests find less (expectedTestChanges): &quot;a \\&quot;b\\&quot;&quot; in test/&lt;a&gt;.js");
  for (const page of pages) {
    expect(page).toContain("the gate accepts every true fix and no wrong patch");
    expect(page).toContain("2 of 2 true fixes are accepted, 1 of them once the plan names tests that may find less.");
  }
  expect(backtestLine(named, 3)).toContain("  named ok ok ok ok green -  ");
});

it("says for each reason what to do, and that the time was over", () => {
  const page = unwrapped(backtestPage([...UndecidedReason.options.map((why) => undecided(why)), undecided("setup", "")], false));
  expect(page.match(/What to do: /g)).toHaveLength(UndecidedReason.options.length);
  expect(page).toContain("2 fixes: setup fails.");
  expect(page).toContain("Nothing could be decided. The time was over");
  expect(backtestPage([], true)).not.toContain("What the marks");
});

it("says in a line what came of one", () => {
  expect(backtestLine(right, 3)).toBe("   3  abcdef01  ok ok ok ok ok green -  fix: <b>a</b> thing");
  expect(backtestLine(undecided("slow"), 4)).toContain("not decided: slow");
  expect(backtestLine(row({ kind: "no_fix", ms: 1 }), 4)).toMatch(/^ {6}abcdef01 {2}no fix/);
});

it("escapes whatever a stranger wrote", () => {
  const page = backtestHtml('<x y="z">', [strict, undecided("gate", "</pre><script>alert(1)</script>")], true);
  expect(page).not.toMatch(/<script|<b>|<i>|<x /);
  expect(page).toContain("&lt;/pre&gt;&lt;script&gt;");
  expect(page).not.toMatch(/src=|href=|url\(/);
});
