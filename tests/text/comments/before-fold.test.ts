/** What stands before the first fold: few words, none of our own, and nothing that another comment of the run says already. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { Stage, StopReason } from "#core/events/data/reason.ts";
import type { ChecklistLine } from "#core/rules/checklist-line.ts";
import type { Run } from "#core/run/run.ts";
import { draftBody, pullRequestBody } from "#text/comments/pull-request.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { REASON_WORDS, STAGE_WORDS } from "#text/phrases/words.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { aFinishedRun, aRow, aStoppedRun } from "../../builders/finished-run.ts";
import { anEvaluation, aPlan, aRun } from "../../builders/run.ts";
import { beforeFold, foldTitles, GLOSSARY, longText, words } from "../before-fold.ts";
import { LINKS } from "./links.ts";

const works = fc.record({
  intent: longText(60),
  deliverables: fc.array(longText(30), { minLength: 1, maxLength: 7 }),
  out: fc.array(longText(20), { maxLength: 5 }),
  issues: fc.array(longText(20), { maxLength: 4 }),
  toConfirm: fc.array(longText(20), { maxLength: 4 }),
  planted: fc.integer({ min: 0, max: 9 }),
});

type Work = typeof works extends fc.Arbitrary<infer T> ? T : never;

function worked({ intent, deliverables, out, issues, toConfirm, planted }: Work): Run {
  const { objective, scope } = aPlan();
  const finished = aFinishedRun({
    plan: aPlan({ objective: { ...objective, intent, deliverables }, scope: { ...scope, out } }),
    strength: planted === 0 ? null : { planted, found: planted, survived: [] },
    checklist: toConfirm.map((text): ChecklistLine => ({ depth: 0, text, kind: "check", outcome: "person", details: "" })),
  });
  const { qa } = finished;
  if (qa?.last == null) throw new Error("the run was verified");
  const found = issues.map((problem) => ({ dimension: "output", severity: "minor", problem, fix: "Mend it." }) as const);
  return { ...finished, qa: { ...qa, last: { ...qa.last, issues: found } } };
}

it("says in a pull request what changed, how it was proven and what was not checked, in at most 150 words", () => {
  fc.assert(
    fc.property(works, (work) => {
      const shown = beforeFold(pullRequestBody(worked(work), null));
      expect(words(shown)).toBeLessThanOrEqual(150);
      for (const part of ["Passed", "What changed", "How it was proven", "VERIFIED"]) expect(shown).toContain(part);
    }),
    { numRuns: 150 },
  );
});

it("says all that was asked in a fold where it is too long for the words before it", () => {
  const intent = "Keep the letter and drop the accent when a slug is made of a title that has one, in whatever script it is written";
  const run = aFinishedRun({ plan: aPlan({ objective: { ...aPlan().objective, intent } }) });
  for (const text of [pullRequestBody(run, null), planComment(run), draftBody({ ...run, ending: "iteration_limit" }, null)]) {
    expect(beforeFold(text)).toContain("when a slug is made of a title that…");
    expect(text).toContain(`\n\n${intent}\n\n`);
  }
  expect(pullRequestBody(aFinishedRun(), null)).not.toContain("What was asked");
});

it("says all of a list in a fold where it is too long for the words before it, and nothing twice where it is not", () => {
  const { objective } = aPlan();
  const long = Array.from({ length: 7 }, (_, index) => `the part number ${index} of a long list of parts that are made`);
  const body = pullRequestBody(aFinishedRun({ plan: aPlan({ objective: { ...objective, deliverables: long } }) }), null);
  expect(beforeFold(body)).toMatch(/and \d more, below/);
  for (const text of long) expect(body.slice(body.indexOf("<summary>What changed, in full"))).toContain(`- ${text}\n`);
  expect(pullRequestBody(aFinishedRun(), null)).not.toContain("in full");
});

it("says of a run that ended well one line, its link and what is next, and leaves the rest to the pull request", () => {
  const shown = beforeFold(resultComment(aFinishedRun(), LINKS));
  expect(shown).toMatch(/^Completed.* Pull request: #8 Next: a person reviews/);
  expect(words(shown)).toBeLessThanOrEqual(50);
});

/** Sentences of five words and more, but the line of the stage: a title is no text. */
function sentences(markdown: string): readonly string[] {
  return markdown.split("\n").filter((line) => !/^(?:<|#|\*\*(?:Completed|Passed|Running)|\| ---)/.test(line) && words(line) >= 5);
}

it("says no sentence twice in status, result and pull request", () => {
  const run = aFinishedRun();
  const all = [statusComment(run, LINKS), resultComment(run, LINKS), pullRequestBody(run, null)].map(sentences);
  const twice = all.flatMap((own, index) => own.filter((line) => all.slice(index + 1).some((other) => other.includes(line))));
  expect(twice).toEqual([]);
});

const [red, green] = [anEvaluation({ "a.correctness.acceptance": "fail" }), anEvaluation()];
const COMMENTS: readonly (readonly [string, string])[] = [
  ["status", statusComment(aRun({ progress: { evaluation: green, level: "B", rows: [aRow(1, red), aRow(2, green)] } }), LINKS)],
  ["result of a run that ended well", resultComment(aFinishedRun(), LINKS)],
  ["result of a run that stopped", resultComment(aStoppedRun(), LINKS)],
  ["pull request", pullRequestBody(aFinishedRun(), "workflow")],
  ["draft", draftBody(aStoppedRun(), "workflow")],
];

it.each(COMMENTS)("uses no word of our own before the first fold of a %s, nor in the title of one", (_, text) => {
  for (const word of GLOSSARY) expect([beforeFold(text), ...foldTitles(text)].join("\n")).not.toMatch(word);
});

it("uses no word of our own for any stage or reason", () => {
  const said = [...Stage.options.map((stage) => STAGE_WORDS[stage]), ...StopReason.options.map((reason) => REASON_WORDS[reason])];
  for (const word of GLOSSARY) expect(said.filter((text) => word.test(text))).toEqual([]);
});

it("would notice a word of our own, and a word too many", () => {
  const planted = beforeFold("The hydrator reads `a b` &amp; <b>c</b>\n\n<details>\n<summary>The critic</summary>\n\nx\n\n</details>\n");
  expect(planted).toBe("The hydrator reads a b & c");
  expect([words(planted), GLOSSARY.filter((word) => word.test(planted)).length]).toEqual([6, 1]);
});
