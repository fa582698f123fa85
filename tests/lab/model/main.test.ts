/** The scripted model as a process: its address, its problems, its end. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { afterAll, beforeAll, expect, it } from "vitest";

const SCRIPT = `
roles:
  worker:
    - expect: [Mend]
      reply: { text: Done. }
    - reply: { text: Never asked. }
`;
const REQUEST = {
  model: "claude-opus-5-5",
  max_tokens: 9,
  system: "You are the worker of Loopwright.",
  messages: [{ role: "user", content: "Mend it." }],
};
const HEADERS = { "anthropic-version": "2026-10-21", authorization: "Bearer k" };

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

let program: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loopwright-script-"));
  program = join(folder, "program.mjs");
  await build({ input: MAIN, platform: "node", logLevel: "silent", output: { file: program, format: "esm", codeSplitting: false } });
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

function start(...words: readonly string[]): { child: ChildProcess; url: Promise<string>; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const url = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.endsWith("\n")) resolve(stdout.trim());
    });
  });
  const ended = once(child, "close").then(() => ({ code: child.exitCode, stderr }));
  return { child, url, ended };
}

it("prints its address, serves the script and ends on SIGTERM with what was not played", async () => {
  const script = join(folder, "script.yaml");
  await writeFile(script, SCRIPT);
  const { child, url, ended } = start(script);
  const address = await url;
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const ask = (content: string) =>
    fetch(`${address}/v1/messages`, {
      method: "POST",
      headers: HEADERS,
      body: JSON.stringify({ ...REQUEST, messages: [{ role: "user", content }] }),
    });
  expect((await ask("Break it.")).status).toBe(400);
  expect(await (await ask("Mend it.")).json()).toMatchObject({ content: [{ type: "text", text: "Done." }] });
  child.kill("SIGTERM");
  const { code, stderr } = await ended;
  expect(code).toBe(0);
  expect(stderr).toContain('lab-model: worker, turn 1: expected "Mend" and it is not there; it was asked: Break it.');
  expect(stderr).toContain("lab-model: not played: worker turn 2");
});

it("reads JSON as well", async () => {
  const script = join(folder, "script.json");
  await writeFile(script, JSON.stringify({ roles: { "*": [{ reply: { text: "Hello." } }] } }));
  const { child, url, ended } = start(script, "--key", "k");
  const response = await fetch(`${await url}/v1/messages`, {
    method: "POST",
    headers: { ...HEADERS, authorization: "Bearer j" },
    body: JSON.stringify(REQUEST),
  });
  expect(response.status).toBe(401);
  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
});

it.each([
  { text: "roles: [", says: "cannot use" },
  { text: "roles: { worker: [{ reply: { txt: 1 } }] }", says: "txt" },
])("ends with what is wrong in the script: $says", async ({ text, says }) => {
  const script = join(folder, "wrong.yaml");
  await writeFile(script, text);
  const { code, stderr } = await start(script).ended;
  expect(code).toBe(1);
  expect(stderr).toContain(says);
  expect(stderr).toContain("wrong.yaml");
});

it("says how it is used", async () => {
  const { code, stderr } = await start().ended;
  expect(code).toBe(2);
  expect(stderr).toContain("usage:");
});
