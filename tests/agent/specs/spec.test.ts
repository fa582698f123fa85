import { expect, it } from "vitest";
import { parseRole, parseSpec } from "#agent/specs/spec.ts";

const GOOD = `name: worker
description: Does it
tier: balanced
tools: [read_file, exec]
limits:
  turns: 10
  ms: 60000
  maxTokens: 4096
prompt: |
  You are the worker of Loopwright.
`;

const swap = (from: string, to: string) => GOOD.replace(from, to);

it("reads a role file, and fills in what may be left out [S3.11, C3.05]", () => {
  expect(parseRole("worker.yaml", GOOD)).toEqual({
    name: "worker",
    description: "Does it",
    tier: "balanced",
    tools: ["read_file", "exec"],
    agents: [],
    can_spawn: true,
    limits: { turns: 10, ms: 60_000, maxTokens: 4096, depth: 3 },
    prompt: "You are the worker of Loopwright.",
  });
});

it.each(["best", "balanced", "fast", "claude-opus-5-5", "o3", "openai:vendor/model-3.1:latest"])(
  "takes %s as a tier [S3.16, U.model]",
  (tier) => {
    expect(parseSpec("w.yaml", swap("tier: balanced", `tier: ${tier}`)).tier).toBe(tier);
  },
);

it.each([
  {
    what: "an unknown tier",
    text: swap("tier: balanced", "tier: good"),
    line: 3,
    says: "tier: must be best, balanced, fast or the id of a model",
  },
  { what: "a model without a provider", text: swap("tier: balanced", "tier: gemini-3-pro"), line: 3, says: "gpt-5.2 or openai:<id>" },
  { what: "a tier with spaces", text: swap("tier: balanced", "tier: a - 1"), line: 3, says: "tier: must be" },
  { what: "an unknown tool", text: swap("exec]", "browse]"), line: 4, says: "tools.1: Invalid option" },
  { what: "a tool twice", text: swap("exec]", "read_file]"), line: 4, says: "tools: names a tool twice" },
  { what: "an unknown role", text: swap("name: worker", "name: boss"), line: 1, says: 'name: Invalid option: expected one of "hydrator"' },
  { what: "an unknown key", text: swap("limits:", "temperature: 1\nlimits:"), line: 5, says: "unknown key temperature; remove it" },
  { what: "an unknown limit", text: swap("  ms: 60000", "  ms: 60000\n  width: 3"), line: 8, says: "unknown key limits.width; remove it" },
  { what: "too deep a limit", text: swap("  ms: 60000", "  ms: 60000\n  depth: 4"), line: 8, says: "limits.depth: Too big" },
  { what: "an agent twice", text: swap("limits:", "agents: [a, a]\nlimits:"), line: 5, says: "agents: names an agent twice" },
  { what: "a limit out of bounds", text: swap("turns: 10", "turns: 0"), line: 6, says: "limits.turns: Too small" },
  { what: "a missing limit", text: swap("  maxTokens: 4096\n", ""), line: 6, says: "limits.maxTokens: Invalid input" },
  { what: "a missing key", text: swap("tier: balanced\n", ""), line: 1, says: "tier: Invalid input" },
  { what: "a key twice", text: `${GOOD}tier: best\n`, line: 11, says: "Map keys must be unique" },
  { what: "bad YAML", text: swap("exec]", "exec"), line: 5, says: "Flow sequence in block collection" },
  { what: "a tag of its own", text: swap("tier: balanced", "tier: !secret x"), line: 3, says: "Unresolved tag" },
  {
    what: "an alias",
    text: swap("description: Does it", "description: &a Does it").replace("tier: balanced", "tier: *a"),
    line: 3,
    says: "alias *a",
  },
  { what: "an empty file", text: "", line: 1, says: "the file: Invalid input" },
  { what: "a list", text: "- a\n", line: 1, says: "the file: Invalid input" },
  { what: "two documents", text: `${GOOD}---\na: 1\n`, line: 11, says: "multiple documents" },
])("names file and line of $what and says what to do [S3.11]", ({ text, line, says }) => {
  const read = () => parseRole("roles/worker.yaml", text);
  expect(read).toThrow(says);
  expect(read).toThrow(`roles/worker.yaml:${line}: `);
  expect(read).toThrow(
    "Such a file has these keys: name, description, tier, effort, tools, agents, can_spawn, limits, prompt (limits: turns, ms, maxTokens, depth)",
  );
});

it("reads the file of an agent that is no role [S3.11]", () => {
  const text = swap("name: worker", "name: code-reader-2").replace("limits:", "agents: [worker]\ncan_spawn: false\nlimits:\n  depth: 1");
  expect(parseSpec("a.yaml", text)).toMatchObject({
    name: "code-reader-2",
    agents: ["worker"],
    can_spawn: false,
    limits: { depth: 1 },
  });
});

it.each(["exec", "grep", "glob", "learn", "kernel", "perceive", "recall", "plan", "act", "verify"])(
  "lets no agent be called %s [S3.11]",
  (name) => {
    expect(() => parseSpec("a.yaml", swap("name: worker", `name: ${name}`))).toThrow("a.yaml:1: name: is reserved");
  },
);

it.each(["Root", "read_file", "-a", "a b", "a--b"])("takes %s for no name of an agent [S3.11]", (name) => {
  expect(() => parseSpec("a.yaml", swap("name: worker", `name: ${name}`))).toThrow("a.yaml:1: name: must be lower-case words");
});

it("tells all mistakes at once", () => {
  const text = swap("tier: balanced", "tier: good").replace("turns: 10", "turns: ten");
  expect(() => parseRole("w.yaml", text)).toThrow(/^w\.yaml:3: tier.*\nw\.yaml:6: limits\.turns.*\nCorrect it/);
});
