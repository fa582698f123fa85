/** The App is made by one button: the page, GitHub's answer to it, the files, and the bot that starts with them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { BOT_EVENTS } from "#hub/task.ts";
import { type Bundle, bundle } from "../builders/bundle.ts";
import { buttonOf, wayBack } from "../builders/setup-button.ts";
import { type GitHub, startGitHub } from "../lab/github/github.ts";
import { OPTIONS } from "../lab/github/stage.ts";
import { freePort } from "../lab/net/free-port.ts";

let program: Bundle;
let github: GitHub;
let folder: string;
beforeAll(async () => {
  program = await bundle("bot/main.ts");
  folder = mkdtempSync(join(tmpdir(), "setup-"));
  const [app] = OPTIONS.apps;
  if (app === undefined) throw new Error("the lab has no App");
  github = await startGitHub({ ...OPTIONS, apps: [{ ...app, permissions: { ...app.permissions, checks: "read", statuses: "read" } }] });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await github.close();
  await program.remove();
});

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], ...env },
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, "close").then(() => child.exitCode);
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, said: () => said, ended };
}

const setup = async (...words: readonly string[]): Promise<Started> =>
  start([program.file, "setup", ...words], { GITHUB_API_URL: `${github.url}/api/v3`, PORT: `${await freePort()}` });

/** The address of the page, once the program has said it. */
async function pageOf({ said }: Started): Promise<string> {
  await expect.poll(said).toMatch(/^Open this page to make the App: http/m);
  return /http:\S+/.exec(said())?.[0] ?? "";
}

it("makes an App with what the bot needs, writes its secrets for their owner alone, and ends", async () => {
  const file = join(folder, "loopwright.env");
  const one = await setup("--url", "https://bot.example", "--org", "acme");
  const page = await pageOf(one);
  const button = await buttonOf(page);
  const { action, manifest } = button;
  expect(action.href).toMatch(`${github.url}/organizations/acme/settings/apps/new?state=`);
  expect(JSON.parse(manifest)).toMatchObject({
    name: "loopwright-acme",
    hook_attributes: { url: "https://bot.example/api/github/webhooks", active: true },
    public: false,
    default_permissions: { contents: "write", checks: "read", actions_variables: "read" },
  });
  expect(JSON.parse(manifest).default_events).toEqual([...new Set(BOT_EVENTS.map((event) => event.split(".")[0]))].sort());
  const told = await (await fetch(wayBack(button, github.register(manifest)))).text();
  expect(told).toContain("The App is made");
  expect(await one.ended).toBe(0);
  const [app] = github.apps;
  const written = readFileSync(file, "utf8");
  expect(written).toBe(`APP_ID=${app?.id}\nPRIVATE_KEY_PATH=${file}.pem\nWEBHOOK_SECRET=${"f".repeat(40)}\n`);
  expect(readFileSync(`${file}.pem`, "utf8")).toBe(app?.privateKey);
  for (const path of [file, `${file}.pem`]) expect(statSync(path).mode & 0o777).toBe(0o600);
  for (const secret of [app?.privateKey ?? "none", "f".repeat(40)])
    expect([told.includes(secret), one.said().includes(secret)]).toEqual([false, false]);
  expect(github.violations).toEqual([]);

  // As the page says, with the key of a model.
  const env = {
    GITHUB_API_URL: `${github.url}/api/v3`,
    ANTHROPIC_API_KEY: "sk-test-1234567890",
    PORT: `${await freePort()}`,
    LOG_LEVEL: "info",
  };
  const bot = start([`--env-file=${file}`, program.file], env);
  await expect.poll(bot.said).toContain("Listening");
  bot.child.kill("SIGTERM");
  expect(await bot.ended).toBe(0);

  const again = await setup("--url", "https://bot.example");
  expect(await again.ended).toBe(1);
  expect(again.said()).toContain(`${file} is there already: this bot has an App`);
});

it("shows nothing to who does not know the address, and takes no code that it did not ask for", async () => {
  const file = join(folder, "other.env");
  const one = await setup("--url", "https://bot.example", "--file", "other.env");
  const page = await pageOf(one);
  const { manifest, action } = await buttonOf(page);
  const { origin } = new URL(page);
  const state = action.searchParams.get("state");
  const code = github.register(manifest);
  const statusOf = async (address: string, method = "GET"): Promise<number> => (await fetch(address, { method })).status;
  expect(action.pathname).toBe("/settings/apps/new");
  expect(
    await Promise.all(["/", "/setup", "/setup/0123456789abcdef0123456789abcdef", "/healthz"].map((path) => statusOf(origin + path))),
  ).toEqual([404, 404, 404, 404]);
  expect(await statusOf(`${page}/made?code=${code}&state=other`)).toBe(404);
  expect(await statusOf(`${page}/made?code=${code}&state=${state}`, "POST")).toBe(404);
  expect(await statusOf(`${page}/made?code=unknown&state=${state}`)).toBe(500);
  expect(existsSync(file)).toBe(false);
  one.child.kill("SIGTERM");
  expect(await one.ended).toBe(0);
  expect(one.said()).toContain("No App was made.");
});

it.each([
  { words: [], says: "--url is missing" },
  { words: ["--url", "http://bot.example"], says: "--url must begin with https://" },
  { words: ["--url", "bot"], says: "--url is no address" },
  { words: ["--url", "https://bot.example", "--org", "a/b"], says: "--org takes the login of an organisation" },
  { words: ["--url", "https://bot.example", "--name", "n".repeat(35)], says: "34 characters" },
  { words: ["--uri", "x"], says: "--uri" },
])("refuses $words", async ({ words, says }) => {
  const { ended, said } = await setup(...words);
  expect(await ended).toBe(1);
  expect(said()).toContain(says);
  expect(said()).not.toMatch(/^ {4}at /m);
});

it("leaves files as they are that are there already", async () => {
  writeFileSync(join(folder, "kept.env.pem"), "a key");
  const { ended, said } = await setup("--url", "https://bot.example", "--file", "kept.env");
  expect(await ended).toBe(1);
  expect(said()).toContain("kept.env.pem is there already");
  expect(readFileSync(join(folder, "kept.env.pem"), "utf8")).toBe("a key");
  expect(await (await setup("--help")).ended).toBe(0);
});

it("asks for what the page on installing says", () => {
  const page = readFileSync(".github/docs/installing.md", "utf8");
  const [, events = ""] = /Events: ([^.]*)\./.exec(page) ?? [];
  const names = [...new Set(BOT_EVENTS.map((event) => event.replace(/\..*$/, "").replaceAll("_", " ")))];
  expect(events.split(", ").sort()).toEqual(names.sort());
});
