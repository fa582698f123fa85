/** What is said of wrong patches that a plan's rules would let pass. */
import { expect, it } from "vitest";
import { AttackName, type PlanAttacks, type SlippedAttack } from "#core/plan/plan-attacks.ts";
import { refusedWords, slippedLine, untriedWords } from "#text/phrases/attack-words.ts";

const slipped = (name: AttackName, change: Partial<SlippedAttack> = {}): SlippedAttack => ({
  name,
  paths: name === "nothing" ? [] : ["src/a.js"],
  rules: ["a.x"],
  ...change,
});

it("says of each kind of wrong patch who would pass, in one sentence of its own", () => {
  const lines = AttackName.options.map((name) => slippedLine(slipped(name, name === "fault" ? { line: 3 } : {})));
  expect(lines).toEqual([
    "Whoever changes nothing at all passes every rule.",
    "Whoever deletes src/a.js passes every rule.",
    "Whoever empties src/a.js passes every rule.",
    "Whoever writes only the files and words that the rules look for, in src/a.js, passes every rule.",
    "Whoever ends the program with 0 before it does anything, in src/a.js, passes every rule.",
    "Whoever writes down the answers to just what the rules try, in src/a.js, passes every rule.",
    "Whoever writes tests that check nothing, in src/a.js, passes every rule.",
    "Whoever writes down the answers to just what the rules try, and tests that check nothing, in src/a.js, passes every rule.",
    "Whoever ends the program with 0 at once, and writes tests that check nothing, in src/a.js, passes every rule.",
    "Whoever breaks src/a.js, so that nothing runs, passes every rule.",
    "Whoever does only the first part of what was done before, in src/a.js, passes every rule.",
    "Whoever plants a fault in line 3 of src/a.js passes every rule.",
  ]);
});

it("names three files of many, written as the place asks for", () => {
  const paths = ["a.js", "b.js", "c.js", "d.js", "e.js"];
  expect(slippedLine(slipped("tests_deleted", { paths }))).toBe("Whoever deletes a.js, b.js, c.js and 2 more passes every rule.");
  expect(slippedLine(slipped("tests_emptied", { paths: ["a.js"] }), (path) => `<${path}>`)).toBe(
    "Whoever empties <a.js> passes every rule.",
  );
});

it("names what was not tried in words", () => {
  expect(untriedWords(["special_cases", "fault"])).toBe("special cases, fault");
});

it.each<{ readonly what: string; readonly change: Partial<PlanAttacks>; readonly said: string | null }>([
  { what: "all refused", change: {}, said: "all 4 wrong patches are refused" },
  { what: "one alone refused", change: { tried: 1 }, said: "the one wrong patch that was tried is refused" },
  { what: "none tried", change: { tried: 0, untried: ["nothing"] }, said: null },
  { what: "one slipped", change: { slipped: [slipped("texts")] }, said: null },
  { what: "one stopped by a model alone", change: { judged: [slipped("texts")] }, said: null },
])("says half a sentence where nothing slipped: $what", ({ change, said }) => {
  expect(refusedWords({ tried: 4, slipped: [], judged: [], untried: [], ms: 9, ...change })).toBe(said);
});
