/** Asks the hydrator to turn an issue into a plan, or into questions. */
import type { Config } from "#core/config/config.ts";
import type { Correction } from "#core/events/data/correction.ts";
import type { PlanReview } from "#core/events/data/review-results.ts";
import type { IssueRequest } from "#core/plan/discussion.ts";
import type { RecalledMemory } from "#core/plan/memory.ts";
import type { SlippedAttack } from "#core/plan/plan-attacks.ts";
import type { RelatedIssues } from "#core/planning/related-issues.ts";
import type { BrokenRule } from "#core/rules/broken-rule.ts";
import { TEMPLATES, TemplateName } from "#core/rules/template.ts";
import { clip } from "#text/format/shorten.ts";
import { fence } from "#text/sanitize/quote.ts";
import { relevantData, trackerData } from "./context.ts";
import { correctionsData } from "./corrections.ts";
import { block, memoriesData, requestData } from "./data.ts";
import { frame } from "./frame.ts";
import { HYDRATE_TASK } from "./hydrate-task.ts";
import { brokenData, findingsData, slippedData } from "./reviews.ts";

/**
 * The input of the hydrator. `more` paths are not among `files`. `there`: files of the base that the issue or an
 * earlier plan names. `revision` is the review that sent a first plan back, else null.
 */
export interface HydrateMaterial {
  readonly request: IssueRequest;
  readonly config: Config;
  readonly detected: { readonly files: readonly string[]; readonly more: number; readonly readme: string | null };
  readonly there: readonly string[];
  readonly context: { readonly tracker: RelatedIssues | null; readonly relevant: readonly string[] };
  readonly revision: PlanReview | null;
  /** The rules of an earlier plan that were found broken when it was tried on the base. */
  readonly broken: readonly BrokenRule[];
  /** Wrong patches that the rules of an earlier plan let pass. */
  readonly slipped: readonly SlippedAttack[];
  /** The maintainers' comments since the run began. */
  readonly corrections: readonly Correction[];
  /** The memories of earlier runs that fit the issue. */
  readonly memories: readonly RecalledMemory[];
}

const README = 6000;

/** The four templates, with the thresholds of their levels. */
function templates(): string {
  const one = (name: TemplateName): string => {
    const { makes, thresholds, rows } = TEMPLATES[name];
    const lines = rows.map(({ id, severity, description }) => `- ${id} (${severity}): ${description}`);
    return [`${name}, for ${makes} (A ${thresholds.A}, B ${thresholds.B}):`, ...lines].join("\n");
  };
  return [
    "Rules that usually fit; take those of your template and keep what fits:",
    ...TemplateName.options.map(one),
  ].join("\n");
}

function filesData({ files, more }: HydrateMaterial["detected"]): string {
  return block("files", "repository", more > 0 ? [...files, `… and ${more} more`] : files);
}

function settingsData({ checks, tests, protected: guarded, limits, rules }: Config): string {
  const commands = Object.entries(checks).flatMap(([name, command]) =>
    command === null ? [] : [`${name}: ${command}`],
  );
  return block("settings", "configuration of the repository", [
    ...(commands.length === 0 ? ["no check commands are known"] : commands),
    `tests: ${tests.join(", ")}`,
    `protected: ${guarded.join(", ")}`,
    `iterations: ${limits.iterations}`,
    ...rules.map(
      ({ id, description }) => `a rule that every plan here gets, not to be drafted again: ${id}: ${description}`,
    ),
  ]);
}

/** The hydrator's prompt. The README is cut at 6000 characters. */
export function hydratePrompt(material: HydrateMaterial): string {
  const { request, config, detected, there, context, revision, broken, slipped, corrections, memories } = material;
  return frame("HYDRATE", HYDRATE_TASK, [
    templates(),
    settingsData(config),
    filesData(detected),
    detected.readme === null ? "" : fence("README", "repository", clip(detected.readme, README)),
    relevantData(context.relevant),
    trackerData(context.tracker),
    ...memoriesData(memories),
    requestData(request),
    block("exists already", "repository", there),
    correctionsData(corrections),
    findingsData(revision),
    brokenData(broken),
    slippedData(slipped),
  ]);
}
