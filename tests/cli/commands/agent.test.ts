/** An agent alone, through the front door: it works on a copy of the worktree, and what it changed goes back or is kept aside. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { ScriptSource } from "../../lab/model/script.ts";
import { FILES, MENDED } from "../script.ts";
import { aStage, leftIn, type Stage, untouched } from "../stage.ts";

let stage: Stage;
afterEach(() => stage.close());

type Roles = ScriptSource["roles"];
const gives = (agent: string, goal: string) => ({ reply: { calls: [{ tool: agent, input: { goal } }] } });
const uses = (tool: string, input: Readonly<Record<string, unknown>>) => ({ reply: { calls: [{ tool, input: { ...input } }] } });
const says = (text: string) => ({ reply: { text } });

const EDITOR: Roles = {
  "code-editor": [uses("write_file", { path: "src/split.js", content: MENDED }), says("Mended src/split.js.")],
};
const MENDS: Roles = { root: [gives("code-editor", "Keep empty fields in src/split.js"), says("It is mended.")], ...EDITOR };

const split = (): string => readFileSync(join(stage.repository.folder, "src/split.js"), "utf8");
const asked = (role: string): string =>
  stage.model.requests
    .filter((one) => one.role === role)
    .map(({ raw }) => raw)
    .join("\n");

it("sees the worktree as it is, lets its agents work in the sandbox, and puts their changes back [S3.01, S3.07, S3.12, S3.36, S3.47, S3.04, S3.57, S3.58, C3.21, M3.02]", async () => {
  const runner: Roles = { "command-runner": [uses("exec", { command: "cat notes.txt && npm test" }), says("notes and tests are fine")] };
  const workflow = uses("write_file", { path: ".github/workflows/own.yml", content: "on: push\n" });
  const editor: Roles = { "code-editor": [workflow, ...(EDITOR["code-editor"] ?? [])] };
  const root: Roles = {
    root: [
      gives("code-editor", "Keep empty fields in src/split.js"),
      { ...gives("command-runner", "Run the tests"), expect: ["Mended src/split.js."] },
      { ...says("It is mended, and the tests pass."), expect: ["notes and tests are fine"] },
    ],
  };
  const agents = { "AGENTS.md": "Use two blanks.\n", ".github/loopwright/agents/command-runner.yaml": OWN_RUNNER };
  stage = await aStage({ script: { roles: { ...root, ...editor, ...runner } }, files: { ...FILES, ...agents } });
  writeFileSync(join(stage.repository.folder, "notes.txt"), "not committed\n");
  writeFileSync(join(stage.repository.folder, "AGENTS.md"), "Use tabs.\n");
  const { code, out, err } = await stage.run("agent", "Keep", "empty fields");
  expect(err).toContain("code-editor: Keep empty fields in src/split.js");
  expect(err).toContain("not taken over: .github/workflows/own.yml (");
  expect(err).toContain("modified: src/split.js");
  expect({ code, out }).toEqual({ code: 0, out: "It is mended, and the tests pass.\n" });
  expect(split()).toBe(MENDED);
  expect(existsSync(join(stage.repository.folder, ".github/workflows"))).toBe(false);
  expect(stage.repository.git("status", "--short")).toBe("M AGENTS.md\n M src/split.js\n?? notes.txt");
  expect(asked("command-runner")).toContain("not committed\\n");
  expect(asked("command-runner")).toContain("You run things in rhymes.");
  expect(asked("root")).toContain("## main\\n M AGENTS.md\\n?? notes.txt");
  const today = new Date().toISOString().slice(0, 10);
  for (const { system, messages } of asked("root")
    .split("\n")
    .map((raw) => JSON.parse(raw))) {
    const [first] = messages.map((message: unknown) => JSON.stringify(message));
    expect(first).toMatch(
      new RegExp(`Working directory: the root of the repository\\\\nPlatform: \\w+ \\S+\\\\nDate: ${today.slice(0, 8)}`),
    );
    expect(JSON.stringify(system)).not.toMatch(/Platform: |Date: |\d{4}-\d\d-\d\d/);
  }
  expect(asked("root")).toContain("## AGENTS.md\\n\\nUse two blanks.");
  expect(asked("root")).not.toContain("Use tabs.");
  expect(stage.model.problems).toEqual([]);
  expect(leftIn(stage.temp)).toEqual([]);
});

const OWN_RUNNER = `name: command-runner
description: Runs commands
tier: fast
tools: [exec]
can_spawn: false
limits: { turns: 5, ms: 60000, maxTokens: 2048 }
prompt: |
  You are the command-runner of Loopwright.
  You run things in rhymes.
`;

it("prints what it would change, and asks the model that it is told to", async () => {
  stage = await aStage({ script: { roles: MENDS } });
  const before = untouched(stage.repository);
  const { code, out } = await stage.run("agent", "mend it", "--dry-run", "--model", "claude-other-9");
  expect(code).toBe(0);
  expect(out).toContain("It is mended.\ndiff --git a/src/split.js b/src/split.js\n");
  expect(asked("root")).toContain('"model":"claude-other-9"');
  expect(asked("code-editor")).not.toContain("claude-other-9");
  expect(untouched(stage.repository)).toBe(before);
});

it("prints its events as JSON, and keeps aside what was changed when it does not get to its end [S3.05, S3.33, C3.10]", async () => {
  stage = await aStage({ script: { roles: MENDS } });
  const before = untouched(stage.repository);
  const { code, out, err } = await stage.run("agent", "mend it", "--json", "--max-turns", "1");
  const events = out
    .trimEnd()
    .split("\n")
    .map((line): { readonly kind: string; readonly depth: number; readonly data: unknown } => JSON.parse(line));
  expect(events[0]).toMatchObject({ kind: "session_start", agentId: "root", depth: 0, data: { agent: "root" } });
  expect(events.at(-1)).toMatchObject({ kind: "session_end", data: { end: "turns", success: false, stumbles: 1, turns: 1 } });
  expect(events.filter(({ depth }) => depth === 1).length).toBeGreaterThan(5);
  expect(err).toContain("The agent did not reach the goal: it was ended by turns.");
  expect(err).toContain("stumbled: root, failure (1)");
  expect(code).toBe(1);
  expect(untouched(stage.repository)).toBe(before);
  const [, from = "", to = ""] = /git diff --binary ([0-9a-f]{40}) ([0-9a-f]{40})/.exec(err) ?? [];
  expect(stage.repository.git("diff", "--name-only", from, to)).toBe("src/split.js");
});

async function asks(role: string, count: number): Promise<void> {
  while (stage.model.requests.filter((one) => one.role === role).length < count) await sleep(20);
}

it("writes nothing when somebody changed a file meanwhile [C3.10]", async () => {
  const [first, last] = MENDS["root"] ?? [];
  stage = await aStage({ script: { roles: { root: [first, { ...last, fault: { delayMs: 1000 } }], ...EDITOR } as Roles } });
  const program = stage.start(["agent", "mend it"]);
  await asks("root", 2);
  writeFileSync(join(stage.repository.folder, "src/split.js"), "theirs\n");
  const { code, err } = await program.ended;
  expect(err).toContain("Nothing was written: somebody changed meanwhile src/split.js.");
  expect(code).toBe(1);
  expect(split()).toBe("theirs\n");
});

it("ends cleanly on Ctrl-C, leaves the files as they were and says where the work is [S3.59, C3.10]", async () => {
  const [first, last] = MENDS["root"] ?? [];
  stage = await aStage({ script: { roles: { root: [first, { ...last, fault: { delayMs: 60_000 } }], ...EDITOR } as Roles } });
  const before = untouched(stage.repository);
  const program = stage.start(["agent", "mend it"]);
  await asks("root", 2);
  program.child.kill("SIGINT");
  const { code, out, err } = await program.ended;
  expect(err).toContain("What the agent changed (src/split.js) is kept for a while: git diff --binary");
  expect(err).not.toContain("    at ");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(untouched(stage.repository)).toBe(before);
  expect(leftIn(stage.temp)).toEqual([]);
});
