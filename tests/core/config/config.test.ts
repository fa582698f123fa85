import { expect, it } from "vitest";
import * as z from "zod";
import { Config } from "#core/config/config.ts";
import { aliasOf, Issue, runIdOf } from "#core/plan/issue.ts";
import { addUsage, dollarsOf, NO_USAGE, tokensOf } from "#core/values/usage.ts";

it("fills every default in, and reads its own output back unchanged [C2.17, S1.47, U.limits]", () => {
  const config = Config.parse({});
  expect(config).toMatchObject({
    label: "loop",
    sandbox: "required",
    limits: { iterations: 4, minBRefines: 1 },
    audit: { every: 7, ceiling: 14 },
    checks: { format: null },
  });
  expect(Config.parse(config)).toEqual(config);
});

it("has these limits unless something else is set, and never more than twenty iterations [S1.47, U.limits]", () => {
  expect(Config.parse({}).limits).toMatchInlineSnapshot(`
    {
      "approvalHours": 24,
      "atomAttempts": 2,
      "callMs": 120000,
      "checkMs": 300000,
      "debugRounds": 5,
      "depth": 3,
      "dollars": null,
      "iterations": 4,
      "iterationsAtMost": 20,
      "minBRefines": 1,
      "minutes": null,
      "mutants": 20,
      "parallel": 3,
      "qaRounds": 2,
      "revisions": 2,
      "stalls": 3,
      "strength": 0,
      "suppressions": 3,
      "tokens": 5000000,
      "turns": 50,
    }
  `);
  expect(Config.parse({ limits: { iterations: 20, iterationsAtMost: 20 } }).limits.iterations).toBe(20);
  for (const key of ["iterations", "iterationsAtMost"]) expect(Config.safeParse({ limits: { [key]: 21 } }).success, key).toBe(false);
});

it("holds no setting of a role and no time of agents that nobody made: a configuration keeps its digest", () => {
  const { roles, limits } = Config.parse({});
  expect([roles, "agentMs" in limits, limits.callMs]).toEqual([undefined, false, 120_000]);
  expect(Config.parse({ roles: { "qa-verifier": { effort: "max", minutes: 0.5 } } }).roles).toEqual({
    "qa-verifier": { effort: "max", minutes: 0.5 },
  });
});

it("adds to what is protected and never takes away [S1.11, C3.18]", () => {
  expect(Config.parse({ protected: ["secrets/**"] }).protected).toEqual([...Config.parse({}).protected, "secrets/**"]);
});

it.each([
  { config: { lable: "x" }, problem: 'Unrecognized key: "lable"' },
  { config: { limits: { iterations: 0 } }, problem: "limits.iterations" },
  { config: { limits: { iterations: "4" } }, problem: "expected number" },
  { config: { sandbox: "maybe" }, problem: "sandbox" },
  { config: { speculative: true }, problem: 'Unrecognized key: "speculative"' },
  { config: { auto_merge: true }, problem: 'Unrecognized key: "auto_merge"' },
  { config: { roles: { wroker: {} } }, problem: 'Unrecognized key: "wroker"' },
  { config: { roles: { worker: { turns: 3 } } }, problem: 'Unrecognized key: "turns"' },
  { config: { roles: { worker: { effort: "huge" } } }, problem: "roles.worker.effort" },
  { config: { roles: { worker: { tokens: 64_001 } } }, problem: "roles.worker.tokens" },
  { config: { roles: { worker: { minutes: 61 } } }, problem: "roles.worker.minutes" },
  { config: { roles: { worker: { model: "none-such" } } }, problem: "roles.worker.model" },
])("refuses $config [S2.27]", ({ config, problem }) => {
  const read = Config.safeParse(config);
  expect(read.success ? "" : z.prettifyError(read.error)).toContain(problem);
});

it.each([
  { config: { base_url: "https://elsewhere.example" } },
  { config: { models: { base_url: "https://elsewhere.example" } } },
  { config: { models: { best: { id: "claude-opus-5-5", base_url: "https://elsewhere.example" } } } },
])("takes no address of a model from a repository: $config [SC-12]", ({ config }) => {
  expect(Config.safeParse(config).success).toBe(false);
});

it.each([
  ["Split: keeps *empty* fields!", "split-keeps-empty-fields"],
  ["Größe über alles", "gro-e-uber-alles"],
  ["日本語の問題", "issue"],
  ["a", "issue"],
  ["x".repeat(100), "x".repeat(40)],
  [`${"word ".repeat(20)}`, "word-word-word-word-word-word-word-word"],
])("makes the alias of %j [S1.12]", (title, alias) => {
  expect(aliasOf(title)).toBe(alias);
});

it("names a run by alias and time in real UTC, one id for all that belongs to it [S1.12, S4.06, C4.01]", () => {
  expect(runIdOf("split", "2026-02-18T12:00:09.123Z")).toBe("split-20260218-120009");
  expect(runIdOf("split", "")).toBe("split--");
});

it("bounds an issue", () => {
  expect(Issue.safeParse({ number: 1, title: "t", body: "b".repeat(65_537), author: "a" }).success).toBe(false);
});

it("adds spends; an unknown price stays unknown", () => {
  const spend = { calls: 1, input: 2, output: 3, cacheRead: 4, cacheWrite: 5, dollars: 0.5 };
  expect(addUsage(spend, spend)).toEqual({ calls: 2, input: 4, output: 6, cacheRead: 8, cacheWrite: 10, dollars: 1 });
  expect(addUsage(spend, { ...spend, dollars: null }).dollars).toBeNull();
  expect(addUsage({ ...spend, dollars: null }, spend).dollars).toBeNull();
  expect([tokensOf(spend), tokensOf(NO_USAGE)]).toEqual([14, 0]);
});

it("prices tokens: a cache read costs a tenth, a cache write a quarter more", () => {
  const tokens = { input: 1_000_000, output: 1_000_000, cacheRead: 1_000_000, cacheWrite: 1_000_000 };
  expect(dollarsOf(tokens, { input: 4, output: 20 })).toBeCloseTo(4 + 20 + 0.4 + 5);
  expect(dollarsOf(tokens, null)).toBeNull();
});
