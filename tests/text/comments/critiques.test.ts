import { expect, it } from "vitest";
import { critiqueFolds } from "#text/comments/critiques.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { aRow } from "../../builders/finished-run.ts";
import { anEvaluation, aRun, sha } from "../../builders/run.ts";
import { LINKS } from "./links.ts";

const advice = (count: number, length = 20) =>
  Array.from({ length: count }, (_, index) => ({
    rule: `a.correctness.rule-${index}`,
    problem: `</details> @ana ${"|".repeat(length)}`,
    fix: `do ${"`".repeat(length)}`,
    effect: "e",
  }));

it("folds the critique of each round, which can neither close its fold nor call anybody [S1.53]", () => {
  const text = critiqueFolds([
    { iteration: 1, level: "A", advice: advice(1, 1) },
    { iteration: 2, level: "B", advice: advice(2, 1) },
  ]);
  expect(text).toMatchInlineSnapshot(`
    "<details>
    <summary>Critique of iteration 1, of what must hold: 1 point</summary>

    - <code>a.correctness.rule-0</code>: &#x3c;/details&#x3e; @<!-- -->ana &#x7c; To do: do &#x60;

    </details>

    <details>
    <summary>Critique of iteration 2: 2 points</summary>

    - <code>a.correctness.rule-0</code>: &#x3c;/details&#x3e; @<!-- -->ana &#x7c; To do: do &#x60;
    - <code>a.correctness.rule-1</code>: &#x3c;/details&#x3e; @<!-- -->ana &#x7c; To do: do &#x60;

    </details>"
  `);
  expect(critiqueFolds([])).toBe("");
});

it("shows a hundred rounds in a comment that GitHub takes: the newest critiques, and how many there were before [S1.53]", () => {
  const rounds = Array.from({ length: 100 }, (_, index) => index + 1);
  const evaluation = anEvaluation({ "a.correctness.acceptance": "fail" }, { details: `${"x\n".repeat(3000)}` });
  const run = aRun({
    progress: {
      iteration: 100,
      evaluation,
      head: { commit: sha("9"), tree: sha("1") },
      rows: rounds.map((round) => aRow(round, evaluation, { changed: Array.from({ length: 9 }, (_, at) => `src/f${at}.js`) })),
      critiques: rounds.map((iteration) => ({ iteration, level: "A" as const, advice: advice(5, 580) })),
    },
  });
  const text = statusComment(run, LINKS);
  expect(Buffer.byteLength(text)).toBeLessThan(65_536);
  expect(text).toContain("<summary>Critique of iteration 100, of what must hold: 5 points</summary>");
  expect(text).toMatch(/The critiques of 9\d earlier rounds are in the history of the run/);
  expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  expect(text).not.toContain("Critique of iteration 1,");
});
