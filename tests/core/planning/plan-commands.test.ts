import { expect, it } from "vitest";
import { KEPT_IDS } from "#core/planning/guards.ts";
import { commandsOf, withCommands, withGuards } from "#core/planning/plan-commands.ts";
import { planOf } from "#core/run/run-facts.ts";
import * as j from "../../builders/journal.ts";

const PLAN = planOf(j.begun(j.timed([j.startedAt(7), j.HYDRATED])));
const COMMANDS = { setup: [], checks: { ...PLAN.checks, test: "make check", lint: "make lint", types: "tsc", build: null }, reasons: [] };
const ids = (green: readonly string[]) => withCommands(PLAN, COMMANDS, green).rules.map(({ id }) => id);

it("keeps of what only looks at the code what is green, and knows no rule for what nothing names", () => {
  expect(ids([])).not.toContain("a.regression.lint");
  expect(ids(["a.regression.lint"])).toEqual([...ids([]), "a.regression.lint"]);
  expect(ids(KEPT_IDS)).toEqual([...ids([]), "a.regression.lint", "a.regression.types"]);
});

it("takes out what was kept before, and is the same again by the same ids", () => {
  const kept = withCommands(PLAN, COMMANDS, KEPT_IDS);
  expect(withCommands(kept, COMMANDS)).toEqual(withCommands(PLAN, COMMANDS));
  expect(
    withCommands(
      kept,
      commandsOf(kept),
      kept.rules.map(({ id }) => id),
    ),
  ).toEqual(kept);
});

it("puts every guard into a plan that leaves one out or rewrites it, and keeps what it has on lint, types and build", () => {
  const whole = withCommands(PLAN, COMMANDS, KEPT_IDS);
  const soft = whole.rules.map((rule) => (rule.id === "a.regression.base-tests" ? { ...rule, severity: "info" as const } : rule));
  for (const rules of [whole.rules, soft, whole.rules.filter(({ id }) => !id.includes("integrity"))])
    expect(withGuards({ ...whole, rules })).toEqual(whole);
  const without = { ...whole, rules: whole.rules.filter(({ id }) => id !== "a.regression.lint") };
  expect(withGuards(without)).toEqual(without);
});
