/** Every prompt as it is asked of a run, and a run in its second iteration that has something to say to each. */
import { Config } from "#core/config/config.ts";
import { auditContextOf } from "#core/iteration/audit-context.ts";
import type { Run } from "#core/run/run.ts";
import { auditPrompt } from "#text/prompts/audit.ts";
import { critiquePrompt } from "#text/prompts/critique.ts";
import { decomposePrompt } from "#text/prompts/decompose.ts";
import { hydratePrompt } from "#text/prompts/hydrate.ts";
import { judgePrompt } from "#text/prompts/judge.ts";
import { measurePrompt } from "#text/prompts/measure.ts";
import { planPrompt } from "#text/prompts/plan.ts";
import { preparePrompt } from "#text/prompts/prepare.ts";
import { probePrompt } from "#text/prompts/probe.ts";
import { producePrompt } from "#text/prompts/produce.ts";
import { refinePrompt } from "#text/prompts/refine.ts";
import { reflectPrompt } from "#text/prompts/reflect.ts";
import { reviewPrompt } from "#text/prompts/review.ts";
import { verifyPrompt } from "#text/prompts/verify.ts";
import { anEvaluation, aPlan, aRun, sha } from "../../builders/run.ts";

export const ACCEPTANCE = "a.correctness.acceptance";

/** A run in its second iteration: one rule red, advice given, QA has found something, a check was added. */
export function busy(overrides: Partial<Run> = {}): Run {
  return aRun({
    ...overrides,
    review: { verdict: "REVISE", findings: [{ check: "scope", problem: "README is not asked for", suggestion: "leave it out" }] },
    qa: {
      rounds: 1,
      rejected: null,
      head: sha("9"),
      last: { verdict: "ISSUES", issues: [{ dimension: "output", severity: "major", problem: "ß is lost", fix: "fold it to ss" }] },
    },
    progress: {
      iteration: 2,
      steps: [
        { text: "Write the failing test", rules: [ACCEPTANCE], atom: null, open: false },
        { text: "Fold accents in src/slug.js", rules: [ACCEPTANCE], atom: null, open: true },
      ],
      checks: [{ rule: ACCEPTANCE, run: "npm test -- accents" }],
      evaluation: anEvaluation({ [ACCEPTANCE]: "fail" }),
      advice: [{ rule: ACCEPTANCE, problem: "src/slug.js:3 drops é", fix: "normalise to NFKD first", effect: "é becomes e" }],
      rows: [
        {
          iteration: 1,
          level: "A",
          score: 0.67,
          passed: false,
          failed: [ACCEPTANCE],
          warnings: [],
          tree: sha("1"),
          kept: true,
          changed: ["src/slug.js"],
        },
      ],
    },
  });
}

export const hydrate = (run: Run) =>
  hydratePrompt({
    request: { issue: run.issue, discussion: run.plan?.discussion },
    config: Config.parse({ checks: { test: "npm test" } }),
    detected: { files: ["package.json", "src/slug.js"], more: 0, readme: "# slug <!-- PWN -->" },
    there: ["src/slug.js"],
    context: { tracker: null, relevant: [] },
    revision: run.review,
    broken: [],
    slipped: [],
    corrections: run.corrections,
    memories: run.plan?.memories ?? [],
  });

export const judge = (run: Run) =>
  judgePrompt(run.plan?.rules ?? [], {
    plan: run.plan ?? aPlan(),
    changed: [{ path: "src/slug.js", kind: "modified" }],
    patch: "+ é",
    faults: ["b.style.prose: no verdict was given"],
  });

export const verify = (run: Run) =>
  verifyPrompt({
    run,
    patch: "+<!-- kept -->",
    results: anEvaluation().results,
    merge: { kind: "merged", results: anEvaluation().results },
    strength: null,
    flags: [{ flag: "placeholder", path: "src/slug.js", line: "// TODO" }],
  });

export const audit = (run: Run) =>
  auditPrompt(auditContextOf(run, { tools: ["exec npm test"], errors: ["no such file: a.js"], pending: null, patch: null }));

export const PROMPTS = {
  hydrate,
  review: (run: Run) =>
    reviewPrompt(run.plan ?? aPlan(), { judged: { A: 0, B: 0.15 }, covered: ["src/slug.js"], corrections: run.corrections }),
  measure: (run: Run) => measurePrompt(run, { rules: [], broken: [{ id: "a.review.1", why: "It holds already" }] }),
  plan: planPrompt,
  produce: (run: Run) => producePrompt(run, null),
  "produce of an atom": (run: Run) => producePrompt(run, "A2"),
  probe: (run: Run) => probePrompt(run, "A2"),
  decompose: (run: Run) => decomposePrompt(run, "A2"),
  prepare: preparePrompt,
  judge,
  critique: (run: Run) => critiquePrompt(run, 0),
  refine: refinePrompt,
  audit,
  verify,
  reflect: (run: Run) => reflectPrompt(run, "stagnation"),
};
