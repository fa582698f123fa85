/** Comments: created once whatever the line does, found again by their mark, edited in place. */
import { expect, it } from "vitest";
import { AT, aGitHubForAll, as, asApp } from "../../../lab/github/stage.ts";
import { badLine, type Fault, faults } from "../ref-journal/bad-line.ts";
import { failureOf, hastyClock, requestsOf, theIssue } from "../stage.ts";

const github = await aGitHubForAll();
const ada = as(github, "ada");
const app = await asApp(github);
const newIssue = async (): Promise<number> => (await ada.rest.issues.create({ ...AT, title: "Sum subtracts" })).data.number;
const commentsOf = async (issue: number) => (await ada.rest.issues.listComments({ ...AT, issue_number: issue, per_page: 100 })).data;
const letter = (key: string, body = "The plan.") => ({ key, body, since: Date.now() - 60_000 });

it("creates a comment with two requests, with a mark that finds it again", async () => {
  const number = await newIssue();
  const issue = await theIssue(github, number);
  let id = "";
  expect(
    await requestsOf(github, async () => {
      id = await issue.comment(letter("plan:1"));
    }),
  ).toEqual([`GET issues/${number}/comments`, `POST issues/${number}/comments`]);
  const asked = await requestsOf(github, async () => expect(await issue.comment(letter("plan:1", "Other words."))).toBe(id));
  expect(asked).toEqual([`GET issues/${number}/comments`]);
  expect(await issue.comment(letter("plan:2"))).not.toBe(id);
  expect((await commentsOf(number)).map(({ body }) => body)).toEqual([
    "The plan.\n\n<!-- loopwright:plan:1 -->",
    "The plan.\n\n<!-- loopwright:plan:2 -->",
  ]);
});

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
  const clock = hastyClock();
  const mine = await theIssue(github, issue, { clock });
  await mine.comment({ ...letter("plan"), since: Date.now() - 4_000, pendingSince: Date.now() - 4_000 });
  expect(clock.slept).toHaveLength(1);
  expect(clock.slept[0]).toBeGreaterThan(13_000);
  expect(clock.slept[0]).toBeLessThanOrEqual(16_000);
  // What is there need not be waited for, nor what was announced long ago or by nobody.
  await mine.comment({ ...letter("plan"), since: Date.now() - 1_000, pendingSince: Date.now() - 1_000 });
  await mine.comment({ ...letter("status"), since: Date.now() - 60_000, pendingSince: Date.now() - 60_000 });
  await mine.comment({ ...letter("reply"), since: Date.now() - 4_000 });
  expect(clock.slept).toHaveLength(1);
});

it("looks later where it yields to others who wait for the same announcement [CR-02]", async () => {
  const clock = hastyClock();
  const desk = await theIssue(github, await newIssue(), { clock, yields: true });
  await desk.comment({ ...letter("plan"), since: Date.now() - 4_000, pendingSince: Date.now() - 4_000 });
  expect(clock.slept).toHaveLength(1);
  // The others waited at most 16 seconds, and lists get 20 to show what they sent.
  expect(clock.slept[0]).toBeGreaterThan(33_000);
  expect(clock.slept[0]).toBeLessThanOrEqual(36_000);
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

it("takes nobody else's comment for its own, and no mark that it only quotes [INJ-24]", async () => {
  const number = await newIssue();
  const at = { ...AT, issue_number: number };
  await ada.rest.issues.createComment({ ...at, body: "Mine.\n\n<!-- loopwright:plan -->" });
  await app.rest.issues.createComment({ ...at, body: "> <!-- loopwright:plan -->\n\nYou said so." });
  await (await theIssue(github, number)).comment(letter("plan"));
  expect(await commentsOf(number)).toHaveLength(3);
});

it("finds its comment behind a page of others, and looks no further back than a quarter of an hour before [API-08, API-12]", async () => {
  const number = await newIssue();
  for (let count = 0; count < 100; count += 1) await ada.rest.issues.createComment({ ...AT, issue_number: number, body: "me too" });
  const line = await badLine(github.url, () => null);
  const issue = await theIssue(github, number, { url: line.url });
  const id = await issue.comment(letter("plan"));
  expect(await issue.comment({ ...letter("plan"), since: Date.parse("2026-01-02T10:00:00Z") })).toBe(id);
  const looks = line.asked.filter((one) => one.startsWith("GET /repos")).slice(-2);
  const query = "since=2026-01-02T09%3A45%3A00.000Z&per_page=100";
  expect(looks).toEqual([1, 2].map((page) => `GET /repos/acme/widget/issues/${number}/comments?${query}&page=${page}`));
});

it("takes a list of which a page fails for no list at all: nothing is sent, and the next page is not skipped [API-08]", async () => {
  const number = await newIssue();
  for (let count = 0; count < 101; count += 1) await ada.rest.issues.createComment({ ...AT, issue_number: number, body: "me too" });
  const broken: Fault = { status: 502, body: {} };
  const line = await badLine(github.url, faults("page=2", ...Array<Fault>(12).fill(broken)));
  const issue = await theIssue(github, number, { url: line.url });
  const late = { ...letter("plan"), since: Date.now() - 6_000 };
  expect((await failureOf(issue.comment(late))).retryable).toBe(true);
  expect(line.asked.filter((one) => one.startsWith("POST /repos"))).toEqual([]);
  const id = await (await theIssue(github, number)).comment(letter("plan"));
  expect(await (await theIssue(github, number)).comment(late)).toBe(id);
});

it("does not take a comment for sent that GitHub shows with another text [API-17]", async () => {
  const number = await newIssue();
  const line = await badLine(github.url, (method, path) => {
    if (method === "POST" && path.endsWith("/comments")) return { status: 201, body: { id: 99, body: "" } };
    return path.endsWith("/comments/99") ? { status: 200, body: { id: 99, body: "" } } : null;
  });
  const failure = await failureOf((await theIssue(github, number, { url: line.url })).comment(letter("plan")));
  expect(failure).toMatchObject({ retryable: false, message: expect.stringContaining("comment 99 shows another text than was sent") });
  expect(line.asked.filter((one) => one.startsWith("POST /repos"))).toHaveLength(1);
});

it("edits its comment with one request and says when it was deleted", async () => {
  const number = await newIssue();
  const issue = await theIssue(github, number);
  const id = await issue.comment(letter("plan"));
  const asked = await requestsOf(github, () => issue.edit(id, { key: "plan", body: "Another plan." }));
  expect(asked).toEqual([`PATCH issues/comments/${id}`]);
  expect(await commentsOf(number)).toMatchObject([{ id: Number(id), body: "Another plan.\n\n<!-- loopwright:plan -->" }]);
  await ada.rest.issues.deleteComment({ ...AT, comment_id: Number(id) });
  const failure = await failureOf(issue.edit(id, { key: "plan", body: "Late." }));
  expect(failure).toMatchObject({ retryable: false, message: expect.stringContaining("the comment was deleted") });
});

it("does not comment on a locked issue, and says what to do [OUT-19]", async () => {
  const number = await newIssue();
  await ada.rest.issues.lock({ ...AT, issue_number: number });
  const issue = await theIssue(github, number);
  const before = github.requests.length;
  const failure = await failureOf(issue.comment(letter("plan")));
  expect(github.requests.slice(before).filter(({ path }) => path.endsWith("/comments"))).toHaveLength(2);
  expect(failure.retryable).toBe(false);
  expect(failure.message).toContain("GitHub answered 403: Unable to create comment because issue is locked.");
  expect(failure.message).toContain("unlock it");
});

it("sends no text that is too long with its mark, and no key that would end the mark", async () => {
  const number = await newIssue();
  const issue = await theIssue(github, number);
  const longest = 65_536 - "\n\n<!-- loopwright:plan -->".length;
  const asked = await requestsOf(github, async () => {
    await expect(issue.comment(letter("plan", "x".repeat(longest + 1)))).rejects.toThrow("bug: the comment plan has 65537 characters");
    for (const key of ["", "a-->", "a b", "a--b", "x".repeat(201)]) await expect(issue.comment(letter(key))).rejects.toThrow("bug: ");
    await expect(issue.edit("1", letter("a>"))).rejects.toThrow("bug: ");
  });
  expect(asked).toEqual([]);
  await issue.comment(letter("plan", "x".repeat(longest)));
});

it("asked nothing that GitHub's description does not know", () => {
  expect(github.violations).toEqual([]);
  expect(github.failures).toEqual([]);
});
