/** Writes the rules and the bounds of a plan for a terminal. */
import type { Plan } from "#core/plan/plan.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { counted, shortSha } from "#text/format/format.ts";
import { slippedLine } from "#text/phrases/attack-words.ts";
import { capsOf } from "#text/phrases/caps.ts";
import { checkWordsOf, exceptionWords } from "#text/phrases/check-words.ts";
import { rehearsalLine, setupReach, verdictOnBase, wasOnBase } from "#text/phrases/rehearsal-words.ts";
import { baseColourOf } from "#text/phrases/words.ts";
import { fields, wrapped, wrappedLines } from "./layout.ts";

/**
 * The rule in one line, its description, and its check in full. `colour`: its result on the base; null before the base
 * was scored.
 */
function ruleText({ id, level, severity, weight, description, check }: Rule, colour: string | null): string {
  const { does, text } = checkWordsOf(check);
  const onBase = colour === null ? "" : `  on base: ${colour}`;
  const facts = `level ${level}  ${severity.padEnd(4)}  weight ${weight}${onBase}`;
  const how =
    check.kind === "command"
      ? wrappedLines("      $ ", check.run)
      : wrapped("      ", text === null ? does : `${does}: ${text}`);
  return [`  ${id.padEnd(34)}  ${facts}`, wrapped("      ", description), how].join("\n");
}

/** All rules of a plan, each with its result on the base once it was scored. */
export function rulesText({ rules }: Plan, run: Run): string {
  const colour = (id: string): string | null => (wasOnBase(run) ? baseColourOf(verdictOnBase(run, id)) : null);
  return rules.map((rule) => ruleText(rule, colour(rule.id))).join("\n");
}

/** The scope, limits, thresholds and base of a plan. */
export function boundsText(plan: Plan, { config }: Run): string {
  const { workflow, existing, limits, thresholds, setup, reasons = [], base, scope, protected: guarded } = plan;
  const listed = (values: readonly string[]): string | null => (values.length === 0 ? null : values.join(", "));
  return fields([
    ["gate", WORKFLOWS[workflow].gate],
    ["guardrails", listed(WORKFLOWS[workflow].guardrails)],
    ["may change", listed(scope.paths)],
    ["beyond that", WORKFLOWS[workflow].outside === "refused" ? "nothing is taken" : "it is reported"],
    ["exists already", listed(existing)],
    ["left alone", listed(scope.out)],
    ["protected", listed(guarded)],
    ["not held against it", listed(plan.expectedTestChanges.map((one) => exceptionWords(one, JSON.stringify)))],
    ["setup", listed(setup)],
    ["tried on the base", rehearsalLine(plan)],
    ["slips through", listed((plan.rehearsal?.attacks?.slipped ?? []).map((one) => slippedLine(one)))],
    ["commands from", listed(reasons.map(({ run, why }) => `${run} (${why})`))],
    ["setup runs", setup.length === 0 ? null : setupReach(config)],
    [
      "at most",
      `${counted(limits.iterations, "iteration")}, ${counted(limits.qaRounds, "round")} of QA, ` +
        `${capsOf(limits).join(" or ") || "no cap"}`,
    ],
    ["thresholds", `level A ${thresholds.A}, level B ${thresholds.B}; no fail rule may be red`],
    ["base", `${base.branch} at ${shortSha(base.commit)}`],
  ]);
}
