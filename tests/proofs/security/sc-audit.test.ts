/** The audit gate against registries of our own: one with an advisory, one without, one that tells none. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { ROOT } from "../../house/tools.ts";

const Failed = z.object({ code: z.number(), stdout: z.string() });
const ADVISORY = {
  id: 1,
  url: "http://localhost/1",
  title: "Prototype pollution",
  severity: "high",
  vulnerable_versions: ">=0.0.0",
  cwe: [],
};

async function registry(status: number, answer: object): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const bulk = request.url?.endsWith("/advisories/bulk") === true;
    response.writeHead(bulk ? status : 404, { "content-type": "application/json" }).end(JSON.stringify(bulk ? answer : {}));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function audit(address: string, ...args: readonly string[]): Promise<{ code: number; stdout: string }> {
  const env = { ...process.env, npm_config_registry: address, npm_config_fetch_retries: "0" };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, ".github/scripts/audit.mjs"), ...args], { cwd: ROOT, env });
    return { code: 0, stdout };
  } catch (error) {
    return Failed.parse(error);
  }
}

it("fails where an advisory is about a package that we use [SC-08]", async () => {
  const { code, stdout } = await audit(await registry(200, { zod: [ADVISORY] }));
  expect(stdout).toContain("zod: high");
  expect(code).toBe(1);
});

it("passes where none is [SC-08]", async () => {
  expect(await audit(await registry(200, {}))).toEqual({ code: 0, stdout: "packages with a known advisory: 0\n" });
});

it("says that it could not ask, and lets no release through then [SC-08]", async () => {
  const silent = await registry(405, { error: "Method Not Allowed" });
  expect(await audit(silent)).toEqual({ code: 0, stdout: "NOT ASKED: this registry tells no advisories\n" });
  expect((await audit(silent, "--must")).code).toBe(1);
});
