/** The driver itself, as it works: what /proc shows of it, and what a core dump of it would hold. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { aRepository } from "../../adapters/git/repository.ts";
import { ROOT } from "../../house/tools.ts";

const CANARY = "canary-8d1f3ab7c2";
const SECRETS = {
  ANTHROPIC_API_KEY: `sk-ant-${CANARY}`,
  OPENAI_API_KEY: CANARY,
  WEBHOOK_SECRET: `${CANARY}${CANARY}`,
  GITHUB_TOKEN: CANARY,
  "INPUT_GITHUB-TOKEN": CANARY,
  "INPUT_ANTHROPIC-API-KEY": CANARY,
  ACTIONS_RUNTIME_TOKEN: CANARY,
  ANTHROPIC_IDENTITY_TOKEN_FILE: CANARY,
  NPM_CONFIG__AUTH_TOKEN: CANARY,
};
const temp = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-driver-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** A server that keeps everybody waiting, and gives the first request's own secret header. */
async function patient(): Promise<{ readonly url: string; readonly asked: Promise<string> }> {
  const server = createServer();
  const asked = once(server, "request").then(([request]) => String(request.headers["x-api-key"] ?? request.headers.authorization));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function started(program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): ChildProcess {
  const outer = { PATH: process.env["PATH"] ?? "", HOME: temp(), FIRST: "stays", ...SECRETS, ...env, LAST: "stays" };
  const child = spawn(process.execPath, [join(ROOT, "dist", program), ...args], { cwd, env: outer, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

function shown({ pid }: ChildProcess) {
  const at = (name: string): string => readFileSync(`/proc/${pid}/${name}`, "latin1");
  const files = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  return { environ: at("environ"), cmdline: at("cmdline"), dump: at("coredump_filter").trim(), files };
}

function expectNothingToSteal(child: ChildProcess): void {
  const { environ, cmdline, dump, files } = shown(child);
  expect(environ).not.toContain(CANARY);
  expect(environ).toContain("FIRST=stays");
  expect(environ).toContain("LAST=stays");
  expect(cmdline).not.toContain(CANARY);
  expect(dump).toBe("00000000");
  const plain = files.filter((file) => file.startsWith("/") && !file.startsWith("/dev/") && !file.startsWith(ROOT));
  for (const file of plain) expect(readFileSync(file, "latin1"), file).not.toContain(CANARY);
}

it("shows no key of the command line while it asks a model with it [EX-19]", async () => {
  const { url, asked } = await patient();
  const repository = aRepository({ "a.js": "export {};\n", "package.json": '{ "scripts": { "test": "node --test" } }' });
  onTestFinished(() => repository.remove());
  writeFileSync(join(repository.folder, "issue.md"), "# Split drops empty fields\n\nIt must not.\n");
  const child = started("cli.mjs", ["new", "issue.md", "--yes"], repository.folder, { ANTHROPIC_BASE_URL: url });
  expect(await asked).toContain(SECRETS.ANTHROPIC_API_KEY);
  expectNothingToSteal(child);
});

it("shows no token of the Action while it asks GitHub with it [EX-19]", async () => {
  const { url, asked } = await patient();
  const folder = temp();
  writeFileSync(join(folder, "event.json"), "{}");
  const child = started("action.mjs", [], folder, {
    ...{ INPUT_STATION: "run", INPUT_ISSUE: "1", "INPUT_RUN-ID": "a-20260101-000000", INPUT_DIGEST: "0".repeat(64) },
    ...{ GITHUB_REPOSITORY: "acme/widget", GITHUB_EVENT_NAME: "workflow_dispatch", GITHUB_EVENT_PATH: join(folder, "event.json") },
    ...{
      GITHUB_RUN_ID: "1",
      GITHUB_RUN_ATTEMPT: "1",
      GITHUB_ACTOR: "ada",
      GITHUB_SERVER_URL: url,
      GITHUB_API_URL: url,
      GITHUB_REF_NAME: "main",
    },
    ...{ GITHUB_WORKFLOW_REF: "acme/widget/.github/workflows/l.yml@refs/heads/main", GITHUB_WORKSPACE: folder, RUNNER_TEMP: folder },
  });
  expect(await asked).toContain(CANARY);
  expectNothingToSteal(child);
});
