/** Comments over words of strangers: whatever these are, each comment keeps its shape, mentions nobody and fits. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { normaliseRule } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { pullRequestBody } from "#text/comments/pull-request.ts";
import { replyComment } from "#text/comments/replies.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { shortenToLimit } from "#text/format/shorten.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { aFinishedRun, aRow } from "../../builders/finished-run.ts";
import { anEvaluation, aPlan } from "../../builders/run.ts";
import { LINKS } from "./links.ts";
import { told } from "./told.ts";

const HOSTILE = "x | y\n| a | b |\n@ada fixes #1 <details> ```\n![p](https://e.io/?d=1) </code><!-- ";

const COMMENTS = {
  plan: planComment,
  status: (run: Run) => statusComment(run, LINKS),
  result: (run: Run) => resultComment(run, LINKS),
  "pull request": (run: Run) => pullRequestBody(run, "workflow"),
  reply: (run: Run) => replyComment(run, LINKS),
};
const cases = Object.entries(COMMENTS).map(([name, write]) => ({ name, write }));

/** The shape of a comment outside blocks of code: what kind of line follows what. */
function shape(markdown: string): readonly string[] {
  const outside: string[] = [];
  let ticks = "";
  for (const line of markdown.split("\n")) {
    const [run = ""] = /^`{3,}/.exec(line) ?? [];
    if (ticks === "" && run === "") outside.push(line);
    if (ticks === "") ticks = run;
    else if (line === ticks) ticks = "";
  }
  return outside.map((line) =>
    line.startsWith("|") ? `row of ${line.split("|").length}` : line.startsWith("<") ? line : line.slice(0, 2),
  );
}

/** Before the first fold as many lines stand as fit into some words: how many these are is up to their lengths. */
function withoutFits(markdown: string): string {
  const [shown = "", ...folds] = markdown.split("<details>");
  return [shown.replace(/^- .*$/gm, ""), ...folds.filter((fold) => !/^\n<summary>[^<]*, in full</.test(fold))].join("<details>");
}

it.each(cases)("OUT-08 $name keeps its shape, whatever others wrote", ({ write }) => {
  const structure = (text: string) => shape(withoutFits(write(told(text)))).filter((line) => /^(row|<.?details|##|- )/.test(line));
  const plain = structure(`one\ntwo ${"x".repeat(90)}`);
  void fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
      expect(structure(`${HOSTILE}${text}\nend ${"x".repeat(90)}`)).toEqual(plain);
    }),
    { numRuns: 30 },
  );
});

it("would notice a cell, a fold or a block that others could open", () => {
  const fair = shape("| a | b |\n- c");
  for (const planted of [`| a | ${HOSTILE} |\n- c`, "| a | <details>\n- c", "| a | b |\n```\n- c"])
    expect(shape(planted)).not.toEqual(fair);
});

it.each(cases)("OUT-05 to OUT-07 $name mentions nobody, closes nothing and links nowhere for others", ({ write }) => {
  const outside = shape(write(told(HOSTILE))).join("\n") + write(told(HOSTILE)).replace(/^(`{3,})[\s\S]*?^\1$/gm, "");
  expect(outside).not.toMatch(/@ada|#1\b|!\[|https:\/\/e\.io/);
});

it.each(cases)("OUT-09, CR-17: $name fits, even if everything in it is long", ({ write }) => {
  const rules = Array.from({ length: 40 }, (_, index) =>
    normaliseRule({
      id: `a.long.r${index}`,
      description: "|".repeat(500),
      severity: "fail",
      check: { kind: "command", run: "|".repeat(2000) },
    }),
  );
  const plan = aPlan({ rules });
  const verdicts = Object.fromEntries(rules.map(({ id }) => [id, "fail"] as const));
  const evaluation = anEvaluation(verdicts, { plan, details: "line\n".repeat(400) });
  const run = aFinishedRun({ plan, progress: { evaluation, best: { iteration: 1, evaluation }, rows: [aRow(1, evaluation)] } });
  expect(write(run).length).toBeLessThanOrEqual(65_000);
});

it("cuts what is longer than 60,000 bytes, and nothing else [CR-17]", () => {
  const whole = "é".repeat(30_000);
  expect(shortenToLimit([() => whole])).toBe(whole);
  const cut = shortenToLimit([() => `${whole}x`]);
  expect(cut).toContain("the text is too long");
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(60_000);
});
