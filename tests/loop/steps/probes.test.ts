/** QA and hydrator try things out: in a sandbox, on copies that nobody reads, and not at all where there is no sandbox. */
import { expect, it } from "vitest";
import type { Message, Prompt } from "#ports/model.ts";
import { inWalls } from "../../adapters/git/stage.ts";
import { NO_WALLS } from "../../adapters/sandbox/sandboxes.ts";
import { answers, calls, type Turn } from "../../fakes/scripted-model.ts";
import { FILES, journey, script, TIGHT } from "../bench.ts";

const IMPORT = "import { split } from './src/split.js';";
const probe = (code: string) => ["exec", { command: `node --input-type=module -e "${IMPORT} ${code}"` }] as const;
const VERIFIED = answers({ verdict: "VERIFIED", issues: [] });

/** What the calls of the last turn came to. */
function resultsIn({ messages }: Prompt): readonly string[] {
  const last: Message | undefined = messages.at(-1);
  return last?.role === "tools" ? last.results.map(({ text }) => text) : [];
}

it.skipIf(NO_WALLS !== "")("lets QA run the work on what no check has tried, and believes what that showed [S0.54]", async () => {
  const judges: Turn = (prompt) => {
    const [shown = ""] = resultsIn(prompt);
    return answers({
      verdict: "ISSUES",
      issues: [{ dimension: "output", severity: "major", problem: `split('a, b') gives ${shown}`, fix: "trim" }],
    });
  };
  const verifier = [calls(probe("console.log(JSON.stringify(split('a, b')))")), judges];
  const { report, run } = await journey(script({ "qa-verifier": verifier }), { sandbox: inWalls, config: { limits: { qaRounds: 1 } } });
  expect(report.stopReason).toBe("qa_issues");
  expect((await run()).qa?.last?.issues[0]?.problem).toContain('["a"," b"]');
});

it.skipIf(NO_WALLS !== "")("runs each command on a copy of its own: what one writes neither the next nor a reading tool sees", async () => {
  const spoils = "rm -rf test; echo 'export const split = () => 1;' > src/split.js; touch /tmp/left; cat src/split.js";
  const after = ["exec", { command: "cat src/split.js; ls test; ls /tmp; env | grep -ci -e key -e token" }] as const;
  let shown: readonly string[] = [];
  const judges: Turn = (prompt) => {
    shown = resultsIn(prompt);
    return VERIFIED;
  };
  const verifier = [calls(["exec", { command: spoils }], after, ["read_file", { path: "src/split.js" }]), judges];
  const { report, run, workspace } = await journey(script({ "qa-verifier": verifier }), { sandbox: inWalls });
  expect(report.stage).toBe("completed");
  const [first, second, third] = shown;
  expect(first).toContain("export const split = () => 1;");
  expect(second).toContain('line.split(",")');
  expect(second).toContain("split.test.js");
  expect(second).not.toContain("left");
  expect(second).toContain("\n0\n");
  expect(third).toContain('line.split(",")');
  const { head } = (await run()).progress;
  expect(await workspace.treeOf(head.commit)).toBe(head.tree);
  expect(await workspace.textAt(head.tree, "src/split.js")).toContain('line.split(",")');
});

it.skipIf(NO_WALLS !== "")("answers now after twelve commands", async () => {
  let shown: readonly string[] = [];
  const judges: Turn = (prompt) => {
    shown = resultsIn(prompt);
    return VERIFIED;
  };
  const many = calls(...Array.from({ length: 13 }, (_, index) => ["exec", { command: `true ${index}` }] as const));
  await journey(script({ "qa-verifier": [many, judges] }), { sandbox: inWalls });
  expect(shown.slice(0, 12).every((text) => text.includes("exit_code: 0"))).toBe(true);
  expect(shown[12]).toBe("all 12 commands were run: answer now");
});

it("gives QA and hydrator no command where there is no sandbox, and says so", async () => {
  const { model, report } = await journey(script({ "qa-verifier": [calls(["exec", { command: "true" }]), VERIFIED] }));
  expect(report.stage).toBe("completed");
  for (const role of ["hydrator", "qa-verifier"]) {
    const [asked] = model.prompts.filter((one) => one.role === role);
    expect(asked?.prompt.tools.map(({ name }) => name)).toEqual(["read_file", "grep", "glob"]);
    expect(JSON.stringify(asked?.prompt.messages)).toContain("there is no sandbox, so no command can be run");
  }
  expect(JSON.stringify(model.prompts.filter(({ role }) => role === "qa-verifier").at(-1))).toContain("there is no tool exec");
});

it.skipIf(NO_WALLS !== "")("lets the hydrator try its commands on the base as a rehearsal sets it up", async () => {
  const files = { ...FILES, ".gitignore": "made/\n" };
  const config = { setup: ["mkdir -p made && echo ready > made/it"] };
  let shown: readonly string[] = [];
  const drafts: Turn = (prompt) => {
    shown = resultsIn(prompt);
    return answers(TIGHT);
  };
  const hydrator = [calls(["exec", { command: "cat made/it" }], probe("console.log(split('a,,b').length)")), drafts];
  const { model, report } = await journey(script({ hydrator }), { files, config, sandbox: inWalls, rehearses: true });
  expect(report.stage).toBe("completed");
  expect(shown[0]).toContain("ready");
  expect(shown[1]).toMatch(/^2\n/);
  const [asked] = model.prompts;
  expect(asked?.prompt.model).toBe("claude-opus-5-5");
  expect(JSON.stringify(asked?.prompt.messages)).toContain("You have exec here, for up to 12 commands");
});
