/**
 * HYDRATE: a model turns the issue into a plan with explicit rules, or asks the questions that must be answered first.
 * A plan that the issue brings along is taken in its place.
 */
import * as z from "zod";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import type { EventDraft } from "#core/events/event.ts";
import { requestTexts } from "#core/plan/discussion.ts";
import type { Plan } from "#core/plan/plan.ts";
import { Hydration, planFrom } from "#core/planning/hydration.ts";
import { commandsOf } from "#core/planning/plan-commands.ts";
import { planObstaclesOf } from "#core/planning/plan-obstacles.ts";
import { existingFiles, pathsNamedIn } from "#core/planning/prior-work.ts";
import { withProjectRules } from "#core/rules/project-rules.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { detectedIn } from "#loop/work/detected.ts";
import { discussionNow } from "#loop/work/discussion-now.ts";
import { givenDraftOf } from "#loop/work/given-plan.ts";
import { hydrationContext } from "#loop/work/hydration-context.ts";
import { recall } from "#loop/work/recall.ts";
import { openForProbes } from "#loop/work/scratch-copy.ts";
import { Failure } from "#ports/failure.ts";
import { hydratePrompt } from "#text/prompts/hydrate.ts";

/** The most paths that the hydrator is shown; it has glob for the rest. */
const SHOWN = 300;

export async function hydrate(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const { workspace } = context;
  const given = await givenDraftOf(run, workspace);
  if (given?.kind === "wrong") return [{ kind: "info_requested", questions: [{ question: given.why, default: null }] }];
  const { tree } = run.base;
  const [found, memories, readme, discussion] = await Promise.all([
    // Those that a rehearsal found to work are not looked for again.
    run.plan?.rehearsal === undefined ? detectedIn(workspace, tree, run.config) : commandsOf(run.plan),
    recall(run, context),
    workspace.textAt(tree, "README.md"),
    discussionNow(context),
  ]);
  const paths = await workspace.paths(tree);
  if (given === null) await setUpForProbes(run, context, found);
  const probes = await openForProbes(workspace, tree, run.config.limits.checkMs);
  try {
    const request = { issue: run.issue, discussion };
    const question = hydratePrompt({
      request,
      config: { ...run.config, setup: [...found.setup], checks: found.checks },
      detected: {
        files: paths.slice(0, SHOWN),
        more: Math.max(0, paths.length - SHOWN),
        readme,
      },
      there: [
        ...new Set([
          ...pathsNamedIn(requestTexts(request).join("\n\n"), paths),
          ...existingFiles(run.plan?.scope.paths ?? [], paths),
        ]),
      ],
      context: await hydrationContext(run, context, paths),
      revision: run.review,
      broken: run.rehearsal?.broken ?? [],
      slipped: run.plan?.rehearsal?.attacks?.slipped ?? [],
      corrections: run.corrections,
      memories,
    });
    const { toolAccess, commands } = probes;
    const asked = { role: "hydrator", question, schema: Hydration, toolAccess, commands } as const;
    const answer = given?.draft ?? (await askRole(run, context, asked));
    const draft = { ...answer, rules: withProjectRules(answer.rules, run.config.rules) };
    const questions = planObstaclesOf(draft, found, { tests: run.config.tests, paths });
    if (questions.length > 0) return [{ kind: "info_requested", questions: [...questions] }];
    return [
      {
        kind: "run_hydrated",
        plan: fitting(() => planFrom(run, draft, found, { paths, discussion, memories: [...memories] })),
      },
    ];
  } finally {
    await probes.close();
  }
}

/** Where the plan is tried on this machine too: a rehearsal sets the base up in the likeliest way first. */
async function setUpForProbes(
  { base, rehearses }: Run,
  { workspace, signal }: StepContext,
  { setup }: DetectedCommands,
): Promise<void> {
  if (workspace.sandbox !== "none" && rehearses === "here") await workspace.setup(base.tree, setup, signal);
}

/**
 * A draft that breaks a rule of plans is an answer that does not fit: the core repeats the step once, then the run
 * fails with `phase_error`.
 */
function fitting(make: () => Plan): Plan {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Failure("answer", `the hydrator's plan does not fit: ${z.prettifyError(error)}`, {
      retryable: true,
      cause: error,
    });
  }
}
