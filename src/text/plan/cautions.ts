/** Names in a few words what a maintainer should look at before an approval; the folds of the comment say the rest. */
import type { Plan } from "#core/plan/plan.ts";
import { mostJudged } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { counted, percent } from "#text/format/format.ts";

/** Cautions that are named; of the others the number is said. */
const SHOWN = 3;

/** `hidden`: what the comment says of hidden text; empty for none. */
interface Shown {
  readonly plan: Plan;
  readonly run: Run;
  readonly hidden: string;
}

/** The words of a caution; null where there is no reason for it. */
type Caution = (shown: Shown) => string | null;

/** The gravest first. */
const CAUTIONS: readonly Caution[] = [
  ({ hidden }) => (hidden === "" ? null : "hidden or odd text in the issue"),
  ({ plan: { setup }, run: { config } }) =>
    config.setup_network === "open" && setup.length > 0 ? "setup may reach the whole network" : null,
  ({ plan: { rehearsal } }) => {
    const { slipped = [], judged = [] } = rehearsal?.attacks ?? {};
    const count = slipped.length + judged.length;
    return count === 0 ? null : count === 1 ? "a wrong patch would pass" : `${count} wrong patches would pass`;
  },
  ({ plan: { expectedTestChanges: tests } }) =>
    tests.length === 0 ? null : `${counted(tests.length, "test")} may change or go`,
  ({ plan: { rehearsal } }) => (rehearsal?.bite?.found.length === 0 ? "tests here find no planted fault" : null),
  ({ run: { review } }) => {
    const found = review?.findings.length ?? 0;
    return found === 0 ? null : `${counted(found, "remark")} of its review`;
  },
  ({ plan: { rules } }) => {
    const judged = mostJudged(rules);
    return judged === 0 ? null : `${percent(judged)} judged by a model`;
  },
];

/** One line; empty where there is nothing to look at. Pure. */
export function cautionLine(shown: Shown): string {
  const all = CAUTIONS.flatMap((caution) => caution(shown) ?? []);
  const more = all.length - SHOWN;
  if (all.length === 0) return "";
  return `**Look at first:** ${[...all.slice(0, SHOWN), ...(more > 0 ? [`${more} more below`] : [])].join(" · ")}`;
}
