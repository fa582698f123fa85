import { expect, it } from "vitest";
import { builtInAgents, withAgentFiles } from "#agent/specs/agents.ts";

it.each([
  { name: "root", tier: "best", tools: [], agents: ["code-reader", "code-editor", "command-runner"], can_spawn: true, turns: 200 },
  { name: "code-reader", tier: "fast", tools: ["read_file", "grep", "glob"], agents: [], can_spawn: false, turns: 20 },
  { name: "code-editor", tier: "balanced", tools: ["read_file", "write_file", "edit_file"], agents: [], can_spawn: false, turns: 30 },
  { name: "command-runner", tier: "fast", tools: ["exec", "read_file", "grep"], agents: [], can_spawn: false, turns: 20 },
])(
  "has a $name on $tier with its tools, agents and turns [S3.11, S3.12, S3.13, S3.14, S3.15, S3.50, C3.15, C3.16]",
  ({ name, turns, ...rest }) => {
    const spec = builtInAgents().get(name);
    expect(spec).toMatchObject({ name, ...rest, limits: { turns, depth: 3 } });
    expect(spec?.prompt.split("\n")[0]).toBe(`You are the ${name} of Loopwright.`);
  },
);

it("lets one agent alone run commands [C3.16]", () => {
  const runners = [...builtInAgents().values()].filter(({ tools }) => tools.includes("exec"));
  expect(runners.map(({ name }) => name)).toEqual(["command-runner"]);
});

const file = (name: string, change: Readonly<Record<string, string>> = {}) => ({
  file: `.github/loopwright/agents/${name}.yaml`,
  text: Object.entries({
    name,
    description: "Does it otherwise",
    tier: "fast",
    tools: "[]",
    limits: "{ turns: 5, ms: 60000, maxTokens: 2048 }",
    prompt: `You are the ${name} of Loopwright.`,
    ...change,
  })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join(""),
});

it("lets a repository's files take the place of agents and add some [M3.02, S3.11]", () => {
  const built = builtInAgents();
  const agents = withAgentFiles(built, [file("root", { agents: "[code-reader, poet]" }), file("poet", { tools: "[write_file]" })]);
  expect([...agents.keys()]).toEqual(["root", "code-reader", "code-editor", "command-runner", "poet"]);
  expect(agents.get("root")).toMatchObject({ agents: ["code-reader", "poet"], limits: { turns: 5 } });
  expect(agents.get("code-reader")).toEqual(built.get("code-reader"));
});

it.each([
  {
    what: "a root that touches files",
    files: [file("root", { tools: "[write_file]" })],
    says: "root.yaml: the agent root may not have write_file; leave it out (it may have: none)",
  },
  {
    what: "an editor that runs commands",
    files: [file("code-editor", { tools: "[exec]" })],
    says: "code-editor.yaml: the agent code-editor may not have exec",
  },
  { what: "an agent twice", files: [file("poet"), file("poet")], says: "the agent poet is already set by" },
  {
    what: "an agent that nobody knows",
    files: [file("poet", { agents: "[bard]" })],
    says: "the agent poet names bard, and there is no such agent; there are: root, code-reader",
  },
  { what: "an unknown key", files: [file("poet", { tags: "[a]" })], says: "poet.yaml:7: unknown key tags" },
])("refuses $what [S3.11, C3.15, C3.16]", ({ files, says }) => {
  expect(() => withAgentFiles(builtInAgents(), files)).toThrow(says);
});
