/** Clients that do as GitHub asks: they wait as long as they are told, write no faster than they may, and go by GitHub's clock. */
import { retry } from "@octokit/plugin-retry";
import { Octokit } from "@octokit/rest";
import fc from "fast-check";
import { expect, it } from "vitest";
import { alignedClock, withClockAlignment } from "#adapters/github/client/aligned-clock.ts";
import { NO_RETRY, NON_RETRYABLE_STATUSES } from "#adapters/github/client/api.ts";
import { withRateLimitWait } from "#adapters/github/client/rate-limit.ts";
import { withWritePacing, writePacingByInstallation } from "#adapters/github/client/write-pacing.ts";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";
import { pauseBeforeWrite } from "#core/config/pace.ts";
import { clientOf } from "../../../../action/job/client.ts";
import { QUIET } from "../../../lab/github/quiet.ts";
import { AT, aGitHubForAll, refused } from "../../../lab/github/stage.ts";
import { quickClock } from "../../model/quick-clock.ts";
import { type BadLine, badLine, type Fault, faults } from "../ref-journal/bad-line.ts";

const github = await aGitHubForAll();
const SLOWER = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
const limit = (status: number, headers: Readonly<Record<string, string>> = {}, message = SLOWER): Fault => ({
  status,
  body: { message },
  headers,
});
const Client = Octokit.plugin(retry);

async function aClient(...list: readonly Fault[]) {
  const line: BadLine = await badLine(github.url, faults("/repos", ...list));
  const clock = quickClock();
  const told: string[] = [];
  const bare = new Client({ auth: "token-of-ada", baseUrl: line.url, log: QUIET, retry: { doNotRetry: NON_RETRYABLE_STATUSES } });
  const client = withRateLimitWait(bare, { clock, warn: (text) => void told.push(text) });
  return { client, clock, line, told };
}

it.each<{ what: string; fault: Fault; waits: number }>([
  { what: "403 and a minute", fault: limit(403, { "retry-after": "60" }), waits: 60_000 },
  { what: "403 and its words alone", fault: limit(403), waits: 60_000 },
  { what: "429 and nothing", fault: limit(429, {}, "Too many requests"), waits: 60_000 },
  { what: "429 and ten seconds", fault: limit(429, { "retry-after": "10" }), waits: 10_000 },
  { what: "the words of before", fault: limit(403, {}, "You have triggered an abuse detection mechanism."), waits: 60_000 },
])("waits as long as GitHub asks with $what, once, and sends again what it has not done [API-02]", async ({ fault, waits }) => {
  const { client, clock, line, told } = await aClient(fault);
  expect((await client.rest.issues.create({ ...AT, title: "x", ...NO_RETRY })).status).toBe(201);
  expect([clock.sleeps, line.asked.length]).toEqual([[waits], 2]);
  expect(told).toEqual([`GitHub asks for fewer requests: POST /repos/{owner}/{repo}/issues waits ${waits / 1000} s`]);
});

it("waits longer each time where it is not told how long, and gives up after the third [API-02]", async () => {
  const { client, clock, line } = await aClient(...Array(9).fill(limit(403)));
  expect(await refused(client.rest.repos.get(AT))).toMatchObject({ status: 403 });
  expect([clock.sleeps, line.asked.length]).toEqual([[60_000, 120_000, 240_000], 4]);
});

it("a client of the Action is behind it, and its plugin does not ask meanwhile [API-02]", async () => {
  const line = await badLine(github.url, faults("/repos", limit(429, { "retry-after": "1" })));
  const client = await clientOf("token-of-ada", { apiUrl: line.url }, { guard: secretGuardOver([]), warn: () => undefined }, {});
  expect((await client.rest.repos.get(AT)).status).toBe(200);
  expect(line.asked).toHaveLength(2);
});

/** So many are left, and in so many milliseconds the hour begins anew. */
const quota = (left: number, resets: number) => ({
  "x-ratelimit-resource": "core",
  "x-ratelimit-remaining": `${left}`,
  "x-ratelimit-reset": `${(quickClock().now() + resets) / 1000}`,
});

it("parks until the hourly limit begins anew, and asks for no more than that [API-03]", async () => {
  const { client, clock, line } = await aClient(limit(403, quota(0, 3_000_000), "API rate limit exceeded"));
  expect((await client.rest.repos.get(AT)).status).toBe(200);
  expect(line.asked).toHaveLength(2);
  expect(clock.sleeps).toEqual([3_001_000]);
  const patience = await aClient(limit(403, quota(0, 90_000_000), "API rate limit exceeded"));
  expect(await refused(patience.client.rest.repos.get(AT))).toMatchObject({ status: 403 });
  expect(patience.clock.sleeps).toEqual([]);
});

it("leaves the last fifty requests of the hour to looks, so that a stop is seen while all else waits [API-03]", async () => {
  const few: Fault = { status: 200, body: {}, headers: quota(50, 600_000) };
  const { client, clock, line } = await aClient(few);
  await client.rest.repos.get(AT);
  await client.rest.repos.get({ ...AT, headers: { "if-none-match": '"seen"' } });
  expect([clock.sleeps, line.asked.length]).toEqual([[], 2]);
  await client.rest.repos.get(AT);
  expect([clock.sleeps, line.asked.length]).toEqual([[601_000], 3]);
  const more = await aClient({ status: 200, body: {}, headers: quota(51, 600_000) });
  await more.client.rest.repos.get(AT);
  await more.client.rest.repos.get(AT);
  expect(more.clock.sleeps).toEqual([]);
});

it.each([400, 401, 403, 404, 409, 410, 422, 451])("does not send again what GitHub answers with %i [API-07]", async (status) => {
  const { client, clock, line } = await aClient({ status, body: { message: "No" } });
  expect(await refused(client.rest.repos.get(AT))).toMatchObject({ status });
  expect([clock.sleeps, line.asked.length]).toEqual([[], 1]);
});

it("never writes more than sixty times a minute or four hundred an hour, however the wishes come [API-15]", () => {
  const most = (sent: readonly number[], ms: number): number =>
    Math.max(0, ...sent.map((first, at) => sent.slice(at).filter((time) => time < first + ms).length));
  fc.assert(
    fc.property(fc.array(fc.nat(30_000), { maxLength: 900 }), (gaps) => {
      let now = 0;
      const sent: number[] = [];
      for (const gap of gaps) {
        now += gap % 7 === 0 ? gap : 0;
        sent.push(now + pauseBeforeWrite(sent, now));
      }
      expect(sent).toEqual(sent.toSorted((a, b) => a - b));
      expect(most(sent, 60_000)).toBeLessThanOrEqual(60);
      expect(most(sent, 3_600_000)).toBeLessThanOrEqual(400);
    }),
    { numRuns: 30 },
  );
});

it("uses all of an hour's four hundred, and waits with the next for the hour to end [API-15]", () => {
  const sent: number[] = [];
  for (let write = 0; write <= 400; write += 1) {
    const now = sent.at(-1) ?? 0;
    sent.push(now + pauseBeforeWrite(sent, now));
  }
  expect([sent[59], sent[60], sent[399], sent[400]]).toEqual([0, 60_000, 360_000, 3_600_000]);
});

it("all who write through one installation wait in one line, for what people are told of and for nothing else [API-15]", async () => {
  const clock = quickClock();
  const pacers = writePacingByInstallation(clock);
  const line = await badLine(github.url, (method) => (method === "GET" ? null : { status: 201, body: {} }));
  const client = (installation: number) =>
    withWritePacing(new Octokit({ auth: "token-of-ada", baseUrl: line.url, log: QUIET }), pacers(installation));
  const comment = (installation: number) => client(installation).rest.issues.createComment({ ...AT, issue_number: 1, body: "x" });
  for (let count = 0; count < 60; count++) await comment(1);
  await comment(2);
  await client(1).rest.git.createBlob({ ...AT, content: "x" });
  await client(1).rest.reactions.createForIssue({ ...AT, issue_number: 1, content: "eyes" });
  expect(clock.sleeps).toEqual([]);
  await Promise.all([comment(1), comment(1)]);
  expect(clock.sleeps).toEqual([60_000]);
});

it("goes by GitHub's clock where its own is five minutes wrong, and says so once [API-12]", async () => {
  const own = quickClock();
  const told: string[] = [];
  const clock = alignedClock(own, (text) => void told.push(text));
  const at = (ms: number): string => new Date(ms).toUTCString();
  const list = [300_000, 300_000, 2_000, -300_000].map((off): Fault => ({ status: 200, body: {}, headers: { date: at(own.now() + off) } }));
  const line = await badLine(github.url, faults("/repos", ...list));
  const client = withClockAlignment(new Octokit({ baseUrl: line.url, log: QUIET }), clock);
  const seen: number[] = [];
  for (let count = 0; count < 4; count++) {
    await client.rest.repos.get(AT);
    seen.push(Math.round((clock.now() - own.now()) / 10_000) * 10_000);
  }
  expect(seen).toEqual([300_000, 300_000, 0, -300_000]);
  expect(told).toHaveLength(3);
  expect(told[0]).toContain("differs from GitHub's by -300 s");
  clock.align("no date");
  expect(clock.now() - own.now()).toBeLessThan(0);
});
