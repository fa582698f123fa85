/** The bot's client: patient where GitHub asks for it, and never twice what must not be there twice. */
import { expect, it } from "vitest";
import { NO_RETRY } from "#adapters/github/client/api.ts";
import { BotOctokit } from "../../../bot/jobs/octokit.ts";
import { type BadLine, badLine, type Fault, faults } from "../../adapters/github/ref-journal/bad-line.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { AT, aGitHub, refused } from "../../lab/github/stage.ts";

interface Stage {
  readonly octokit: InstanceType<typeof BotOctokit>;
  readonly line: BadLine;
  readonly told: readonly string[];
}

/** A client on a line that goes wrong at first. */
async function aClient(...list: readonly Fault[]): Promise<Stage> {
  const github = await aGitHub();
  const line = await badLine(github.url, faults("/", ...list));
  const told: string[] = [];
  const log = { ...QUIET, warn: (text: string) => void told.push(text) };
  return { line, told, octokit: new BotOctokit({ baseUrl: line.url, auth: { token: "token-of-ada" }, log }) };
}

const SLOWER = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
const slower = (seconds: number): Fault => ({ status: 403, body: { message: SLOWER }, headers: { "retry-after": `${seconds}` } });
const BROKEN: Fault = { status: 502, body: { message: "Bad gateway" } };

it("sends a create again when GitHub says when, because nothing was done of it", async () => {
  const { octokit, line, told } = await aClient(slower(1));
  expect((await octokit.rest.issues.create({ ...AT, title: "x", ...NO_RETRY })).status).toBe(201);
  expect(line.asked).toHaveLength(2);
  expect(told.join()).toContain("GitHub asks for fewer requests (POST /repos/{owner}/{repo}/issues): sent again in 1 s");
});

it("gives up when GitHub asks for more patience than anybody has", async () => {
  const { octokit, line, told } = await aClient(slower(3600));
  expect((await refused(octokit.rest.issues.create({ ...AT, title: "x" }))).message).toBe(SLOWER);
  expect(line.asked).toHaveLength(1);
  expect(told.join()).toContain("given up, it asks for 3600 s");
});

it("asks again after a broken answer, and sends no create twice", async () => {
  const { octokit, line } = await aClient(BROKEN);
  expect((await octokit.rest.repos.get(AT)).status).toBe(200);
  expect(line.asked).toHaveLength(2);
  const other = await aClient(BROKEN);
  expect((await refused(other.octokit.rest.issues.create({ ...AT, title: "x", ...NO_RETRY }))).status).toBe(502);
  expect(other.line.asked).toHaveLength(1);
});
