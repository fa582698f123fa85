/** HYDRATE: the issue becomes a plan with explicit rules, or the questions that must be answered first. */
import * as z from "zod";
import { DETECTED_FILES, detect, merged } from "#core/detect.ts";
import type { Draft } from "#core/event.ts";
import { Hydration, obstaclesOf, planFrom } from "#core/hydration.ts";
import type { Plan } from "#core/plan.ts";
import { existing, namedIn } from "#core/prior-work.ts";
import type { Run } from "#core/run.ts";
import { Failure } from "#ports/failure.ts";
import { hydratePrompt } from "#text/prompts/hydrate.ts";
import { askRole } from "../ask-role.ts";
import type { Kit } from "../kit.ts";

/** At most so many paths are shown to the hydrator; it has glob for the rest. */
const SHOWN = 300;

export async function hydrate(run: Run, kit: Kit): Promise<readonly Draft[]> {
  const { workspace } = kit;
  const { tree } = run.base;
  const texts = await Promise.all(DETECTED_FILES.map(async (path) => [path, await workspace.textAt(tree, path)] as const));
  const found = merged(run.config, detect(Object.fromEntries(texts) as Parameters<typeof detect>[0])); // one entry for each of DETECTED_FILES
  const paths = await workspace.paths(tree);
  const site = await workspace.open(tree, { git: false });
  try {
    const question = hydratePrompt({
      issue: run.issue,
      config: { ...run.config, setup: [...found.setup], checks: found.checks },
      detected: {
        files: paths.slice(0, SHOWN),
        more: Math.max(0, paths.length - SHOWN),
        readme: await workspace.textAt(tree, "README.md"),
      },
      there: [...new Set([...namedIn(`${run.issue.title}\n${run.issue.body}`, paths), ...existing(run.plan?.scope.paths ?? [], paths)])],
      revision: run.review,
    });
    const draft = await askRole(run, kit, { role: "hydrator", question, schema: Hydration, hands: site.hands });
    const questions = obstaclesOf(draft, found, { tests: run.config.tests, paths });
    if (questions.length > 0) return [{ kind: "info_requested", questions: [...questions] }];
    return [{ kind: "run_hydrated", plan: fitting(() => planFrom(run, draft, found, paths)) }];
  } finally {
    await site.close();
  }
}

/** A draft that breaks a rule of plans is an answer that does not fit: retried once by the core, then `phase_error`. */
function fitting(make: () => Plan): Plan {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Failure("model", `the hydrator's plan does not fit: ${z.prettifyError(error)}`, { retryable: true, cause: error });
  }
}
