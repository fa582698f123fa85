/** Standard output belongs to the program: the SDK says nothing there, whatever the environment asks of it. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { bundle } from "../../builders/bundle.ts";
import { startScriptedModel } from "../../lab/model/server.ts";

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

const PROGRAM = `
import { anthropicModel } from ${JSON.stringify(resolve("src/adapters/anthropic/model.ts"))};
import { systemClock as clock } from ${JSON.stringify(resolve("src/adapters/system-clock.ts"))};
import { systemRandom as random } from ${JSON.stringify(resolve("src/adapters/system-random.ts"))};
const models = { best: "b", balanced: "c", fast: "f" };
const model = anthropicModel({ apiKey: "given", baseUrl: process.argv[2], models, clock, random });
const prompt = { model: "best", system: "You are the worker of Loopwright.", tools: [], messages: [{ role: "user", text: "Hi." }], maxTokens: 9, deadline: 20000 };
const { text } = await model.reply(prompt, new AbortController().signal);
console.log(text);
`;

it("prints nothing of its own and reads no key, address or level from the environment", async () => {
  const server = await startScriptedModel(
    { roles: { worker: [{ fault: { event: "overloaded_error" } }, { reply: { text: "Done." } }] } },
    { key: "given" },
  );
  ends.push(server.close);
  const folder = await mkdtemp(join(tmpdir(), "loopwright-quiet-"));
  ends.push(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "program.ts"), PROGRAM);
  const program = await bundle(join(folder, "program.ts"));
  ends.push(program.remove);
  const env = {
    ANTHROPIC_LOG: "debug",
    ANTHROPIC_API_KEY: "wrong",
    ANTHROPIC_AUTH_TOKEN: "wrong",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
  };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program.file, server.url], { env });
  expect(stdout).toBe("Done.\n");
  expect(stderr).toBe("");
});
