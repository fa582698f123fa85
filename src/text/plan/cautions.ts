/** Names in a few words what a maintainer should look at before an approval; the folds of the comment say the rest. */
import type { Plan } from "#core/plan/plan.ts";
import { judgedShare } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { counted, percent } from "#text/format/format.ts";
import { hiddenTextNotes } from "./plan-notes.ts";

/** Cautions that are named; of the others the number is said. */
const SHOWN = 3;

/** The words of a caution; null where there is no reason for it. */
type Caution = (plan: Plan, run: Run) => string | null;

/** The gravest first. */
const CAUTIONS: readonly Caution[] = [
  (plan) => (hiddenTextNotes(plan) === "" ? null : "hidden or odd text in the issue"),
  ({ setup }, { config }) =>
    config.setup_network === "open" && setup.length > 0 ? "setup may reach the whole network" : null,
  ({ rehearsal }) => {
    const { slipped = [], judged = [] } = rehearsal?.attacks ?? {};
    const count = slipped.length + judged.length;
    return count === 0 ? null : count === 1 ? "a wrong patch would pass" : `${count} wrong patches would pass`;
  },
  ({ expectedTestChanges: { length } }) => (length === 0 ? null : `${counted(length, "test")} may change or go`),
  ({ rehearsal }) => (rehearsal?.bite?.found.length === 0 ? "tests here find no planted fault" : null),
  (_, { review }) => {
    const found = review?.findings.length ?? 0;
    return found === 0 ? null : `${counted(found, "remark")} of its review`;
  },
  ({ rules }) => {
    const judged = Math.max(judgedShare(rules, "A"), judgedShare(rules, "B"));
    return judged === 0 ? null : `${percent(judged)} judged by a model`;
  },
];

/** One line; empty where there is nothing to look at. Pure. */
export function cautionLine(plan: Plan, run: Run): string {
  const all = CAUTIONS.flatMap((caution) => caution(plan, run) ?? []);
  const more = all.length - SHOWN;
  if (all.length === 0) return "";
  return `**Look at first:** ${[...all.slice(0, SHOWN), ...(more > 0 ? [`${more} more below`] : [])].join(" · ")}`;
}
