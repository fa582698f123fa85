/** Says what setup may reach, what trying a plan on its base has shown, and what to do where it could not be tried. */
import { CONFIG_FILE, type Config } from "#core/config/config.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { PlanRehearsal } from "#core/plan/plan-rehearsal.ts";
import type { RuleVerdict } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import { statedLimits } from "#core/values/limits.ts";
import { counted, duration } from "#text/format/format.ts";
import { refusedWords } from "./attack-words.ts";

/**
 * One line about setup and tests on the base, and what likelier ways needed that is not there; null for a plan that was
 * not tried.
 */
export function rehearsalLine(plan: Plan): string | null {
  const { rehearsal } = plan;
  if (rehearsal === undefined) return null;
  const { setupMs, tests, missing = [], attacks } = rehearsal;
  const lacks = missing.length === 0 ? null : `not on the machine: ${missing.join(", ")}`;
  const refused = attacks === undefined ? null : refusedWords(attacks);
  return [`set up in ${duration(setupMs)}`, testWords(tests), lacks, biteWords(plan), refused]
    .filter((words) => words !== null)
    .join("; ");
}

function testWords(tests: PlanRehearsal["tests"]): string {
  if (tests === null) return "nothing tests it";
  const colour = tests.green ? "green" : "red, so tests are compared by their names";
  const named = tests.names === null ? "tests without names that can be read" : counted(tests.names, "test");
  return `${named}, ${colour}, in ${duration(tests.ms)}`;
}

/** What the tests found of faults that were planted in the base, said before anybody approves; null where none was. */
function biteWords({ rehearsal, limits }: Plan): string | null {
  const bite = rehearsal?.bite;
  if (bite === undefined) return null;
  const { planted, found, ms } = bite;
  if (found.length === 0)
    return (
      `whether the tests still find faults after the change cannot be measured: ` +
      (planted === 0
        ? "no fault could be planted and compared here"
        : `they found none of ${planted} in ${duration(ms)}`)
    );
  const { bite: most, biteMinutes } = statedLimits(limits);
  return (
    `the tests found ${found.length} of ${counted(planted, "planted fault")} in ${duration(ms)}; ` +
    `they must find them after the change too, and others near it: ${most} in all, ` +
    `planted within ${counted(biteMinutes, "minute")}`
  );
}

/** How a rule fares on the base: as it was scored there, or as it was tried; undefined before both. */
export function verdictOnBase(
  { baseScore, plan }: Pick<Run, "baseScore" | "plan">,
  id: string,
): RuleVerdict | undefined {
  const results = baseScore?.results ?? plan?.rehearsal?.results ?? [];
  return results.find((result) => result.id === id)?.verdict;
}

/** True once the rules of the plan ran on the base. */
export function wasOnBase({ baseScore, plan }: Pick<Run, "baseScore" | "plan">): boolean {
  return baseScore !== null || plan?.rehearsal !== undefined;
}

/** What kept a plan from being shown: one text for each finding. */
export function rehearsalFindings({ rehearsal }: Run): readonly string[] {
  if (rehearsal === null) return [];
  const failed = rehearsal.failed === null ? [] : [`it could not be set up and tested: ${rehearsal.failed}`];
  return [...failed, ...rehearsal.broken.map(({ id, why }) => `${id}: ${why}`)];
}

/** What a person writes where a repository cannot be set up and tested as it is. */
export const MEND_SETUP =
  `say on the default branch, in \`${CONFIG_FILE}\`, what sets it up (\`setup\`, a list of commands), what tests it ` +
  "(`checks.test`) and which hosts it needs (`setup_hosts`)";

/** Which network setup commands may reach, which the approver approves too; continues a sentence after "setup". */
export function setupReach({ setup_network, setup_hosts }: Pick<Config, "setup_network" | "setup_hosts">): string {
  if (setup_network === "open") return "with the WHOLE network";
  return ["with the registries of packages", ...setup_hosts].join(", ");
}
