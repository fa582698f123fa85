/** A whole run with models of another provider, by the built program: its wire format, its tool for changes, its key out of reach. */
import { afterEach, expect, it } from "vitest";
import { NO_WALLS } from "../../adapters/sandbox/sandboxes.ts";
import { account } from "../../builders/atoms.ts";
import { FILES, MENDED, story } from "../script.ts";
import { aStage, type Stage } from "../stage.ts";

/** In two halves, so that the command that looks for it does not hold it. */
const [FIRST, SECOND] = ["canary-5b1e", "9d0c44a7"] as const;
const KEY = `sk-proj-${FIRST}${SECOND}`;
const LOOK = `{ env; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; } 2>/dev/null | grep -a -o '${FIRST.slice(0, 9)}[0-9a-f]*'; echo looked`;
const MODELS = { ...FILES, ".github/loopwright.yml": "models: { best: gpt-5.2, balanced: gpt-5-mini, fast: gpt-4.1-mini }\n" };
const NO_ANTHROPIC = { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined };
const PATCH = ["*** Begin Patch", "*** Delete File: src/split.js", "*** End Patch"].join("\n");
const AGAIN = [
  "*** Begin Patch",
  "*** Add File: src/split.js",
  ...MENDED.trimEnd()
    .split("\n")
    .map((line) => `+${line}`),
  "*** End Patch",
].join("\n");

let stage: Stage;
afterEach(() => stage.close());

it("reaches its goal with OpenAI's key alone, and no command of the worker sees the key [S3.16, S3.17, S3.21]", async () => {
  const call = (tool: string, input: Readonly<Record<string, unknown>>) => ({ reply: { calls: [{ tool, input }] } });
  const worker = [
    call("exec", { command: LOOK }),
    { ...call("apply_patch", { patch: PATCH }), expect: ["looked"] },
    { ...call("apply_patch", { patch: AGAIN }), expect: ["deleted src/split.js"] },
    { reply: { json: account(true) }, repeat: true },
  ];
  stage = await aStage({ files: MODELS, key: KEY, script: story({ worker }) });
  const env = { ...NO_ANTHROPIC, OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${stage.model.url}/v1` };
  const ended = await stage.runWith({ env }, "new", stage.issue, "--yes", "--expect", "threshold_reached");
  expect(ended.code, ended.err).toBe(0);
  expect(stage.model.problems).toEqual([]);
  const asked = stage.model.requests.map(({ role, raw }) => `${role} ${JSON.parse(raw).model}`);
  expect(asked).toEqual(expect.arrayContaining(["hydrator gpt-5.2", "plan-critic gpt-5.2", "worker gpt-5-mini"]));
  const raw = stage.model.requests.map((request) => request.raw).join("\n");
  expect(raw).toContain("looked");
  expect(`${NO_WALLS === "" ? raw : ""}${ended.out}${ended.err}`).not.toContain(FIRST);
});

it("asks OpenAI's own models without any configuration where its key is the only one [S3.16]", async () => {
  stage = await aStage({ key: KEY, script: story({}) });
  const env = { ...NO_ANTHROPIC, OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${stage.model.url}/v1` };
  const ended = await stage.runWith({ env }, "new", stage.issue);
  expect(ended.code, ended.err).toBe(0);
  const asked = stage.model.requests.map(({ role, raw }) => `${role} ${JSON.parse(raw).model}`);
  expect(asked).toEqual(["hydrator gpt-5.2", "plan-critic gpt-5.2"]);
  expect(stage.model.problems).toEqual([]);
});

it("says without any key which of them would do [S3.16]", async () => {
  stage = await aStage({});
  const ended = await stage.runWith({ env: NO_ANTHROPIC }, "new", stage.issue);
  expect([ended.code, stage.model.requests.length]).toEqual([2, 0]);
  expect(ended.err).toContain(
    "set ANTHROPIC_API_KEY, or OPENAI_API_KEY alone where the configuration names no models, for claude-opus-5-5",
  );
});

it.each([
  { models: "{ fast: gpt-5-mini }", env: {}, says: "no key for the model: set OPENAI_API_KEY for gpt-5-mini" },
  {
    models: "{ fast: openai:gemini-3-pro }",
    env: { OPENAI_API_KEY: "k" },
    says: "no address for the model openai:gemini-3-pro: set OPENAI_BASE_URL",
  },
  {
    models: "{ fast: gemini-3-pro }",
    env: { OPENAI_API_KEY: "k" },
    says: ".github/loopwright.yml:1: models.fast: gemini-3-pro: Google's own API",
  },
])("does not begin with models: $models, and says: $says [S3.16]", async ({ models, env, says }) => {
  stage = await aStage({ files: { ...FILES, ".github/loopwright.yml": `models: ${models}\n` } });
  const ended = await stage.runWith({ env }, "new", stage.issue);
  expect([ended.code, stage.model.requests.length]).toEqual([2, 0]);
  expect(ended.err).toContain(says);
});

it("does not begin when a role of the repository names a model without a key [S3.16]", async () => {
  const role =
    "name: planner\ndescription: Plans\ntier: o3\ntools: []\nlimits: { turns: 5, ms: 60000, maxTokens: 2048 }\nprompt: You are the planner of Loopwright.\n";
  stage = await aStage({ files: { ...FILES, ".github/loopwright/roles/planner.yaml": role } });
  const ended = await stage.runWith({}, "new", stage.issue);
  expect([ended.code, stage.model.requests.length]).toEqual([2, 0]);
  expect(ended.err).toContain("no key for the model: set OPENAI_API_KEY for o3");
});
