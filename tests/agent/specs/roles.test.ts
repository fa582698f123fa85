import { expect, it } from "vitest";
import { builtInRoles, withOverrides } from "#agent/specs/roles.ts";
import { RoleName } from "#core/config/role-settings.ts";

const READ = ["read_file", "grep", "glob"];
const TRY = ["read_file", "exec", "grep", "glob"];
const ALL = ["read_file", "write_file", "edit_file", "exec", "grep", "glob"];

it.each([
  { name: "hydrator", tier: "best", tools: TRY, turns: 20, minutes: 10 },
  { name: "plan-critic", tier: "best", tools: [], turns: 3, minutes: 5 },
  { name: "coordinator", tier: "balanced", tools: [], turns: 3, minutes: 2 },
  { name: "planner", tier: "fast", tools: [...READ, "fetch"], turns: 15, minutes: 5 },
  { name: "worker", tier: "balanced", tools: [...ALL, "fetch"], turns: 50, minutes: 30 },
  { name: "probe", tier: "fast", tools: READ, turns: 15, minutes: 5 },
  { name: "decomposer", tier: "balanced", tools: READ, turns: 15, minutes: 5 },
  { name: "preparer", tier: "fast", tools: READ, turns: 15, minutes: 5 },
  { name: "evaluator", tier: "balanced", tools: READ, turns: 25, minutes: 10 },
  { name: "critique", tier: "balanced", tools: ALL, turns: 25, minutes: 15 },
  { name: "refiner", tier: "balanced", tools: ALL, turns: 40, minutes: 30 },
  { name: "auditor", tier: "fast", tools: [], turns: 3, minutes: 2 },
  { name: "qa-verifier", tier: "best", tools: TRY, turns: 30, minutes: 20 },
  { name: "reflector", tier: "balanced", tools: [], turns: 3, minutes: 2 },
] as const)(
  "has a $name on $tier with its tools, its limits and its first line [S2.11, S2.12, M3.01, M3.03, S0.11, S1.30, S2.13]",
  ({ name, tier, tools, turns, minutes }) => {
    const spec = builtInRoles().get(name);
    expect(spec).toMatchObject({ name, tier, tools, limits: { turns, ms: minutes * 60_000 } });
    expect(spec?.prompt.split("\n")[0]).toBe(`You are the ${name} of Loopwright.`);
  },
);

it("has every role once", () => {
  expect([...builtInRoles().keys()].sort()).toEqual([...RoleName.options].sort());
});

it.each([
  { name: "plan-critic", asks: "it needs what the repository or its runner does not have", row: "C0.14" },
  { name: "plan-critic", asks: "can a rule pass on wrong behaviour?", row: "S0.34" },
  {
    name: "auditor",
    asks: "explicit scope, what that scope necessarily implies, the methods that were asked for, the prohibitions that were stated. The most recent request outranks older ones.",
    row: "S0.39",
  },
  {
    name: "qa-verifier",
    asks: "does it do what was asked; is every criterion met; do the tests pass, and would they fail without the change; are the documents right; are there obvious errors.",
    row: "S0.50",
  },
] as const)("has the $name look at what its gate is for ($row) [C0.14, S0.34, S0.39, S0.50]", ({ name, asks }) => {
  expect(builtInRoles().get(name)?.prompt).toContain(asks);
});

const PLANNER = `name: planner
description: Plans otherwise
tier: claude-opus-5-5
tools: [read_file]
limits: { turns: 5, ms: 60000, maxTokens: 2048 }
prompt: You are the planner of Loopwright. Plan in rhymes.
`;

it("lets a repository's file take the place of a role and leaves the others [M3.02]", () => {
  const built = builtInRoles();
  const roles = withOverrides(built, [{ file: ".github/loopwright/roles/planner.yaml", text: PLANNER }]);
  expect(roles.get("planner")).toMatchObject({ tier: "claude-opus-5-5", tools: ["read_file"] });
  expect(roles.get("worker")).toEqual(built.get("worker"));
  expect(built.get("planner")?.tier).toBe("fast");
});

it.each([
  { what: "an unknown role", files: [{ file: "x.yaml", text: PLANNER.replace("planner", "boss") }], says: "x.yaml:1: name" },
  {
    what: "a role twice",
    files: [
      { file: "x.yaml", text: PLANNER },
      { file: "y.yaml", text: PLANNER },
    ],
    says: "y.yaml: the role planner is already set by x.yaml; keep one of the two files",
  },
  {
    what: "more tools than the role has",
    files: [{ file: "x.yaml", text: PLANNER.replace("[read_file]", "[read_file, exec]") }],
    says: "x.yaml: the role planner may not have exec; leave it out (it may have: read_file, grep, glob, fetch)",
  },
  {
    what: "a role that calls other agents",
    files: [{ file: "x.yaml", text: `${PLANNER}agents: [code-editor]\n` }],
    says: "x.yaml: the role planner may not have code-editor; leave it out (it may have: none)",
  },
])("refuses $what [C3.15]", ({ files, says }) => {
  expect(() => withOverrides(builtInRoles(), files)).toThrow(says);
});
