/** VERIFY: a fresh checkout of the head, every check again, the merge with the base as it is now, and an independent verifier (S0.48 to S0.54). */
import type { Draft } from "#core/event.ts";
import { Qa } from "#core/gates.ts";
import type { Plan } from "#core/plan.ts";
import { redFlags } from "#core/red-flags.ts";
import { planOf, type Run } from "#core/run.ts";
import { blockers, type Evaluation, evaluate as score, warnings } from "#core/score.ts";
import type { TestRun } from "#core/test-run.ts";
import { Failure } from "#ports/failure.ts";
import { type OnBase, verifyPrompt } from "#text/prompts/verify.ts";
import { askRole } from "../ask-role.ts";
import { checkRules } from "../checks/check-rules.ts";
import { judge } from "../checks/judge.ts";
import { runTests } from "../checks/run-tests.ts";
import { subjectOf } from "../checks/subject.ts";
import type { Kit } from "../kit.ts";
import { outputTail } from "../output-tail.ts";

/** Characters of the patch that the verifier is shown; it can read the rest. */
const PATCH = 60_000;

type Problem = Qa["issues"][number];

/** What the checks found on one tree; `evaluation` is null when the tree could not be set up. */
interface Proof {
  readonly evaluation: Evaluation | null;
  readonly problems: readonly Problem[];
}

export async function verify(run: Run, kit: Kit): Promise<readonly Draft[]> {
  const head = run.progress.head;
  await mustBeTheirs(run, kit);
  const base = await kit.press.baseNow();
  const proof = await prove(run, kit, head.tree, { plan: planOf(run), baseTests: run.baseScore?.tests ?? null });
  const merge =
    base === run.base.commit ? { onBase: { kind: "same" as const }, problems: [] } : await proveMerge(run, kit, head.commit, base);
  const problems = [...proof.problems, ...merge.problems];
  const qa =
    problems.length > 0 || proof.evaluation === null ? found(problems) : await askVerifier(run, kit, proof.evaluation, merge.onBase);
  return [{ kind: "qa_done", qa, head: head.commit, base }];
}

/** The trees that are checked must be those of the commits that the verdict is about: a journal is not believed. */
async function mustBeTheirs({ base, progress: { head } }: Run, { workspace }: Kit): Promise<void> {
  for (const { commit, tree } of [base, head]) {
    const found = await workspace.treeOf(commit);
    if (found === tree) continue;
    throw new Failure("git", `the commit ${commit} has the tree ${found}, and the journal says ${tree}: nothing is verified`, {
      retryable: false,
    });
  }
}

function found(problems: readonly Problem[]): Qa {
  return { verdict: "ISSUES", issues: problems.slice(0, 12) };
}

/** What a tree is held against: the base that it grew from, or the one that it was merged with. */
interface Against {
  readonly plan: Plan;
  readonly baseTests: TestRun | null;
}

/** Sets a tree up from nothing and checks it against all rules. */
async function prove(run: Run, kit: Kit, tree: string, { plan, baseTests }: Against): Promise<Proof> {
  const workspace = kit.workspace.fresh();
  const { failed } = await workspace.setup(tree, plan.setup, kit.signal);
  if (failed !== null) {
    return { evaluation: null, problems: [critical(`setup fails on a fresh checkout: ${failed.command}: ${outputTail(failed.result)}`)] };
  }
  const subject = { ...subjectOf(run, kit, tree), plan, workspace, baseTests };
  const results = [...(await checkRules(subject, plan.rules)), ...(await judge(run, kit, subject, plan.rules))];
  const evaluation = score(tree, "B", results, plan);
  return { evaluation, problems: problemsOf(evaluation, run) };
}

/** Red `fail` rules; and for a run that passed by its score, a score that does not hold on a fresh checkout. */
function problemsOf(evaluation: Evaluation, run: Run): readonly Problem[] {
  const details = new Map(evaluation.results.map((result) => [result.id, result.details]));
  const red = blockers(evaluation).map((id) => critical(`${id} fails on a fresh checkout: ${details.get(id)}`));
  if (red.length > 0 || evaluation.passed || run.passedBy !== "threshold_reached") return red;
  return [
    critical(`the score is ${evaluation.score.toFixed(2)} on a fresh checkout, below the threshold: ${warnings(evaluation).join(", ")}`),
  ];
}

/**
 * A base that moved: the merge must exist and pass too (architecture 4). It is held against the base as it is now: what others
 * changed there, tests among it, is not held against the work.
 */
async function proveMerge(
  run: Run,
  kit: Kit,
  head: string,
  base: string,
): Promise<{ readonly onBase: OnBase; readonly problems: readonly Problem[] }> {
  const merge = await kit.workspace.merge(head, base);
  if (merge.kind === "conflict") {
    const problem = critical(`the base has moved and conflicts in ${merge.paths.slice(0, 10).join(", ")}`);
    return { onBase: { kind: "conflict", paths: merge.paths }, problems: [problem] };
  }
  const { evaluation, problems } = await prove(run, kit, merge.tree, await againstNow(run, kit, base));
  const told = problems.map((problem) => ({ ...problem, problem: `merged with the base as it is now: ${problem.problem}`.slice(0, 800) }));
  return { onBase: { kind: "merged", results: evaluation?.results ?? [] }, problems: told };
}

/** The plan over the base as it is now, and what that base's own tests show there. */
async function againstNow(run: Run, kit: Kit, base: string): Promise<Against> {
  const tree = await kit.workspace.treeOf(base);
  const plan = { ...planOf(run), base: { ...run.base, commit: base, tree } };
  if (plan.checks.test === null) return { plan, baseTests: null };
  const workspace = kit.workspace.fresh();
  await workspace.setup(tree, plan.setup, kit.signal);
  return { plan, baseTests: await runTests({ ...subjectOf(run, kit, tree), plan, workspace }, plan.checks.test) };
}

function critical(problem: string): Problem {
  return { dimension: "output", severity: "critical", problem: problem.slice(0, 800), fix: "Make this check pass on a fresh checkout." };
}

/** The verifier sees the request, the criteria, the patch and the results; nothing of the worker's own story (C0.17). */
async function askVerifier(run: Run, kit: Kit, evaluation: Evaluation, merge: OnBase): Promise<Qa> {
  const { workspace } = kit;
  const patch = await workspace.patch(run.base.tree, run.progress.head.tree, PATCH);
  const site = await workspace.open(run.progress.head.tree, { git: false });
  try {
    const question = verifyPrompt({ run, patch, results: evaluation.results, merge, flags: redFlags(patch) });
    const qa = await askRole(run, kit, { role: "qa-verifier", question, schema: Qa, hands: site.hands });
    return qa.verdict === "VERIFIED" && qa.issues.some(({ severity }) => severity !== "minor") ? { ...qa, verdict: "ISSUES" } : qa;
  } finally {
    await site.close();
  }
}
