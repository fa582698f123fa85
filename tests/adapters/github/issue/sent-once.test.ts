/** A comment of which nobody can say whether it is there stands there once: answers that get lost, lists that lag, others who send the same. */
import { afterAll, expect, it } from "vitest";
import { AT } from "../../../lab/github/stage.ts";
import { badLine, type Fault, faults } from "../ref-journal/bad-line.ts";
import { failureOf, hastyClock, requestsOf, theIssue } from "../stage.ts";
import { commentLab, letter } from "./comment-lab.ts";

const { github, ada, app, newIssue, commentsOf } = await commentLab();

afterAll(() => expect([github.violations, github.failures]).toEqual([[], []]));

it("does not look for what it has just announced itself, but for what it has tried before", async () => {
  const number = await newIssue();
  const issue = await theIssue(github, number);
  const fresh = { ...letter("plan"), since: Date.now() };
  expect(await requestsOf(github, () => issue.comment(fresh))).toEqual([`POST issues/${number}/comments`]);
  expect(await requestsOf(github, () => issue.comment(fresh))).toEqual([`GET issues/${number}/comments`]);
  const other = await theIssue(github, number);
  expect(await requestsOf(github, () => other.comment(fresh))).toEqual([`GET issues/${number}/comments`]);
});

it.each<{ name: string; list: readonly Fault[]; sends: number }>([
  { name: "lost on its way", list: ["lost"], sends: 2 },
  { name: "taken, but its answer is lost", list: ["unheard"], sends: 1 },
  { name: "taken, but its answer breaks off", list: ["cut"], sends: 1 },
  {
    name: "answered 502 twice",
    list: [
      { status: 502, body: {} },
      { status: 502, body: {} },
    ],
    sends: 3,
  },
  {
    name: "held back by the secondary limit",
    list: [{ status: 403, body: { message: "You have exceeded a secondary rate limit." }, headers: { "retry-after": "60" } }],
    sends: 2,
  },
])("has one comment when the request is $name [API-01]", async ({ list, sends }) => {
  const number = await newIssue();
  const line = await badLine(github.url, faults(`POST /repos/acme/widget/issues/${number}/comments`, ...list));
  const clock = hastyClock();
  const id = await (await theIssue(github, number, { url: line.url, clock })).comment(letter("plan"));
  expect((await commentsOf(number)).map((one) => String(one.id))).toEqual([id]);
  expect(line.asked.filter((one) => one.startsWith("POST /repos"))).toHaveLength(sends);
  expect(clock.slept).toHaveLength(list.length);
});

it("waits before it looks only where nobody can say whether GitHub took it [API-01, API-09]", async () => {
  const number = await newIssue();
  const held = { status: 403, body: { message: "You have exceeded a secondary rate limit." }, headers: { "retry-after": "60" } };
  const line = await badLine(github.url, faults(`POST /repos/acme/widget/issues/${number}/comments`, held, "unheard"));
  const clock = hastyClock();
  await (await theIssue(github, number, { url: line.url, clock })).comment(letter("plan"));
  expect(clock.slept).toEqual([2_000, 20_000]);
  expect(await commentsOf(number)).toHaveLength(1);
});

it("looks again when its look is held back by the secondary limit: what is there is not given up [API-07]", async () => {
  const number = await newIssue();
  const id = await (await theIssue(github, number)).comment(letter("plan"));
  const held = { status: 403, body: { message: "You have exceeded a secondary rate limit." }, headers: { "retry-after": "60" } };
  const line = await badLine(github.url, faults(`GET /repos/acme/widget/issues/${number}/comments`, held, held));
  const clock = hastyClock();
  expect(await (await theIssue(github, number, { url: line.url, clock })).comment(letter("plan"))).toBe(id);
  expect(clock.slept).toEqual([2_000, 10_000]);
  expect(await commentsOf(number)).toHaveLength(1);
});

it("looks again when a look between two sends is held back: what was taken is found, and not given up [API-01, API-07]", async () => {
  const number = await newIssue();
  const held = { status: 403, body: { message: "You have exceeded a secondary rate limit." }, headers: { "retry-after": "60" } };
  let looks = 0;
  const line = await badLine(github.url, (method, path) => {
    if (!path.includes(`issues/${number}/comments`)) return null;
    if (method === "POST") return "unheard";
    looks += 1;
    return looks === 2 ? held : null;
  });
  const clock = hastyClock();
  const id = await (await theIssue(github, number, { url: line.url, clock })).comment(letter("plan"));
  expect((await commentsOf(number)).map((one) => String(one.id))).toEqual([id]);
  expect([looks, clock.slept]).toEqual([3, [20_000, 2_000]]);
});

it("gives the lists time to show what somebody announced who may have sent it and died [API-09, CR-02]", async () => {
  const issue = await newIssue();
  const now = Date.now();
  const clock = { ...hastyClock(), now: () => now };
  const mine = await theIssue(github, issue, { clock });
  await mine.comment({ ...letter("plan"), since: now - 4_000, pendingSince: now - 4_000 });
  expect(clock.slept).toEqual([16_000]);
  // What is there need not be waited for, nor what was announced long ago or by nobody.
  await mine.comment({ ...letter("plan"), since: now - 1_000, pendingSince: now - 1_000 });
  await mine.comment({ ...letter("status"), since: now - 60_000, pendingSince: now - 60_000 });
  await mine.comment({ ...letter("reply"), since: now - 4_000 });
  expect(clock.slept).toHaveLength(1);
});

it("looks later where it yields to others who wait for the same announcement [CR-02]", async () => {
  const now = Date.now();
  const clock = { ...hastyClock(), now: () => now };
  const desk = await theIssue(github, await newIssue(), { clock, yields: true });
  await desk.comment({ ...letter("plan"), since: now - 4_000, pendingSince: now - 4_000 });
  // The others waited 16 seconds, and lists get 20 to show what they sent.
  expect(clock.slept).toEqual([36_000]);
});

it("leaves the first of two that a slow list let through, and takes the later one away", async () => {
  const number = await newIssue();
  const at = { ...AT, issue_number: number };
  const sent = async () => (await app.rest.issues.createComment({ ...at, body: "The plan.\n\n<!-- loopwright:plan -->" })).data.id;
  const [first, second] = [await sent(), await sent()];
  await ada.rest.issues.createComment({ ...at, body: "Mine.\n\n<!-- loopwright:plan -->" });
  expect(await (await theIssue(github, number)).comment(letter("plan"))).toBe(String(first));
  const left = (await commentsOf(number)).map(({ id }) => id);
  expect(left).toContain(first);
  expect(left).not.toContain(second);
  expect(left).toHaveLength(2);
});

it("looks for what it has announced itself when it stood still since: somebody else may have said it", async () => {
  const number = await newIssue();
  let now = Date.now();
  const issue = await theIssue(github, number, { clock: { ...hastyClock(), now: () => now } });
  const since = now;
  now += 20_000;
  const said = await app.rest.issues.createComment({ ...AT, issue_number: number, body: "The plan.\n\n<!-- loopwright:plan -->" });
  expect(await issue.comment({ ...letter("plan"), since })).toBe(String(said.data.id));
  expect(await commentsOf(number)).toHaveLength(1);
});

it("looks for what it may not have announced itself: somebody else was seen to write", async () => {
  const number = await newIssue();
  let now = Date.now();
  const issue = await theIssue(github, number, { clock: { ...hastyClock(), now: () => now } });
  const since = now;
  const said = await app.rest.issues.createComment({ ...AT, issue_number: number, body: "The plan.\n\n<!-- loopwright:plan -->" });
  issue.noteOtherWriter(now);
  expect(await issue.comment({ ...letter("plan"), since })).toBe(String(said.data.id));
  now += 1;
  expect(await requestsOf(github, () => issue.comment({ ...letter("status"), since: now }))).toHaveLength(1);
});

it("takes its own comment away when it stood still while it sent, and somebody else has said it by then", async () => {
  const number = await newIssue();
  const said = await app.rest.issues.createComment({ ...AT, issue_number: number, body: "The plan.\n\n<!-- loopwright:plan -->" });
  let now = Date.now();
  const line = await badLine(github.url, (method, path) => {
    if (method === "POST" && path.endsWith("/comments")) now += 660_000;
    return null;
  });
  const issue = await theIssue(github, number, { url: line.url, clock: { ...hastyClock(), now: () => now } });
  expect(await issue.comment({ ...letter("plan"), since: now })).toBe(String(said.data.id));
  expect((await commentsOf(number)).map(({ id }) => id)).toEqual([said.data.id]);
});

/** Sends what was announced a minute ago; `lookOf`: what becomes of the look, counted from 1. */
async function announcedLongAgo(number: number, lookOf: (nth: number) => Fault | null) {
  let looks = 0;
  const isLook = (method: string, path: string): boolean => method === "GET" && path.includes("/comments");
  const line = await badLine(github.url, (method, path) => (isLook(method, path) ? lookOf(++looks) : null));
  const clock = hastyClock();
  const announced = Date.now() - 60_000;
  const id = await (await theIssue(github, number, { url: line.url, clock })).comment({
    ...letter("plan"),
    since: announced,
    pendingSince: announced,
  });
  return { id, looks, slept: clock.slept };
}

it("waits until what it sent long after its announcement is listed: whoever comes next gives the lists no time any more", async () => {
  const number = await newIssue();
  const { id, looks, slept } = await announcedLongAgo(number, (nth) => (nth < 4 ? { status: 200, body: [] } : null));
  expect([looks, slept]).toEqual([4, [2_000, 10_000]]);
  expect((await commentsOf(number)).map((one) => String(one.id))).toEqual([id]);
});

it("keeps the id of what it sent though the look after it fails", async () => {
  const number = await newIssue();
  const { id } = await announcedLongAgo(number, (nth) => (nth < 2 ? null : { status: 404, body: { message: "Not Found" } }));
  expect((await commentsOf(number)).map((one) => String(one.id))).toEqual([id]);
});

it("gives up after the third lost request", async () => {
  const number = await newIssue();
  const line = await badLine(github.url, faults("POST /repos", "lost", "lost", "lost"));
  const clock = hastyClock();
  const failure = await failureOf((await theIssue(github, number, { url: line.url, clock })).comment(letter("plan")));
  expect(failure).toMatchObject({ service: "github", retryable: true });
  expect(failure.message).toContain(`POST /repos/acme/widget/issues/${number}/comments: no answer came`);
  expect(clock.slept).toEqual([20_000, 20_000]);
  expect(await commentsOf(number)).toEqual([]);
});
