/** The journal on a ref: what it leaves on GitHub, what it costs, and what it makes of spoiled files. */
import { afterAll, expect, it } from "vitest";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { activeRun } from "#adapters/github/runs/active-run.ts";
import type { Event } from "#core/events/event.ts";
import { asApp } from "../../../builders/lab-clients.ts";
import { aGitHubForAll } from "../../../lab/github/stage.ts";
import { kept, note } from "../../contracts/journal-events.ts";
import { refStages, writer } from "./ref-stage.ts";

const github = await aGitHubForAll();
const aStage = refStages(github);
const COMPLETED: Event = { kind: "completed", at: 3, reason: "no_major_issues", key: null };

afterAll(() => expect([github.violations, github.failures]).toEqual([[], []]));

it("costs one request for the first load, three for an append after it, and one that is free for a look", async () => {
  const stage = await aStage();
  await stage.open().append([note("a")], 0);
  const journal = stage.open();
  const ref = `/repos/acme/widget/commits/loopwright%2Fissue-${stage.place.issue}%2Frun`;
  expect(await stage.asked(() => journal.load())).toEqual(["POST /graphql 200"]);
  expect(await stage.asked(() => journal.append([note("b")], 1))).toEqual(["POST trees 201", "POST commits 201", "POST /graphql 200"]);
  expect(await stage.asked(() => journal.append([note("c")], 2))).toHaveLength(3);
  expect(await stage.asked(() => journal.length())).toEqual([`GET ${ref} 304`]);
  expect(await stage.asked(() => journal.load())).toEqual([`GET ${ref} 304`]);
  await stage.open().append([note("of another")], 3);
  expect(await stage.asked(() => journal.length())).toEqual([`GET ${ref} 200`, "POST /graphql 200"]);
  expect(await stage.asked(() => journal.append([note("d")], 2))).toEqual([]);
  expect(await journal.length()).toBe(4);
});

it("costs one request more for the first append, unless the repository's id is told", async () => {
  const [one, two] = [await aStage(), await aStage()];
  const journal = one.open();
  expect(await one.asked(() => journal.load())).toHaveLength(2);
  expect(await one.asked(() => journal.append([note("a")], 0))).toHaveLength(4);
  const repositoryId = (await two.api.rest.repos.get({ owner: "acme", repo: "widget" })).data.node_id;
  const told = two.openWith(two.api, { repositoryId });
  await told.load();
  expect(await two.asked(() => told.append([note("a")], 0))).toHaveLength(3);
});

it("makes current with the first event, moves it with each append, and takes it away with the end", async () => {
  const stage = await aStage();
  const journal = stage.open();
  const refs = async (): Promise<readonly (string | null)[]> => [await stage.at(stage.state), await stage.at(stage.current)];
  await journal.append([note("a")], 0);
  const [first, pointer] = await refs();
  expect(first).toMatch(/^[0-9a-f]{40}$/);
  expect(pointer).toBe(first);
  expect(JSON.parse((await stage.fileAt(stage.current, "current.json")) ?? "")).toMatchObject({ active_run_id: "run", status: "running" });
  await journal.append([note("b")], 1);
  const [second, moved] = await refs();
  expect(second).not.toBe(first);
  expect(moved).toBe(second);
  await journal.append([COMPLETED], 2);
  expect(await stage.at(stage.current)).toBeNull();
  expect(await stage.fileAt(stage.state, "current.json")).toBeNull();
  expect(await stage.fileAt(stage.state, "run.json")).toBe('{"status":"completed","events":3}\n');
  await journal.append([note("afterwards")], 3);
  expect(await stage.at(stage.current)).not.toBeNull();
});

it("leaves one commit an append, with its parent, one line of words and a tree of its files [M1.03, S1.13]", async () => {
  const stage = await aStage();
  await stage.open().append([note("a"), note("b")], 0);
  const before = await stage.at(stage.state);
  await stage.open().append([COMPLETED], 2);
  const { data } = await stage.api.rest.git.getCommit({ owner: "acme", repo: "widget", commit_sha: (await stage.at(stage.state)) ?? "" });
  expect(data.parents.map(({ sha }) => sha)).toEqual([before]);
  expect(data.message.trim()).toBe("loopwright: completed (run run)");
  const tree = await stage.api.rest.git.getTree({ owner: "acme", repo: "widget", tree_sha: data.tree.sha, recursive: "true" });
  expect(tree.data.tree.map(({ path }) => path).sort()).toEqual(["artifact.md", "history.jsonl", "run.json", "summary.json"]);
});

it("of two starts on one issue the second is a conflict and leaves nothing, until the first is over [C1.18]", async () => {
  const one = await aStage({ runId: "one" });
  const two = await aStage({ issue: one.place.issue, runId: "two" });
  const journal = one.open();
  expect(await journal.append([note("one")], 0)).toBe("appended");
  expect(await two.open().append([note("two")], 0)).toBe("conflict");
  expect([await two.at(two.state), await two.at(two.current)]).toEqual([null, await one.at(one.state)]);
  const both = await Promise.all(
    ["three", "four"].map(async (runId) => (await aStage({ issue: 900, runId })).open().append([note(runId)], 0)),
  );
  expect(both.sort()).toEqual(["appended", "conflict"]);
  await journal.append([COMPLETED], 1);
  expect(await two.open().append([note("two")], 0)).toBe("appended");
});

it("a run that is over is not taken up again while another one is active", async () => {
  const one = await aStage({ runId: "one" });
  await one.open().append([note("one"), COMPLETED], 0);
  const two = await aStage({ issue: one.place.issue, runId: "two" });
  await two.open().append([note("two")], 0);
  await expect(one.open().append([note("again")], 2)).rejects.toMatchObject({
    service: "journal",
    retryable: false,
    message: expect.stringMatching(/another run of issue \d+ is active .*: stop that one before one goes on/),
  });
  expect(await one.open().length()).toBe(2);
});

it("writes the blob of a long event once, however often it comes", async () => {
  const stage = await aStage();
  const sent: string[] = [];
  const api = writer(github, async (input, init) => {
    if (String(input).endsWith("/git/trees")) sent.push(String(init?.body));
    return fetch(input, init);
  });
  const [long, journal] = [note("x".repeat(5000)), stage.openWith(api)];
  await journal.append([long, long], 0);
  await journal.append([long], 2);
  await stage.openWith(api).append([long], 3);
  const blobs = sent.map((body) => JSON.parse(body).tree.filter(({ path }: { path: string }) => path.startsWith("blobs/")).length);
  expect(blobs).toEqual([1, 0, 0]);
  expect(await stage.open().load()).toEqual({ kind: "events", events: [long, long, long, long] });
});

it("reads what GraphQL cuts or holds for binary as a blob, and every text as it was", async () => {
  const stage = await aStage();
  const texts = [
    "x".repeat(600_000),
    "a\0b",
    '"123n"',
    ": 12345678901234567890,",
    '{"blob":"1n"}',
    "\ud83d half",
    "\u2028\r\n\t\\",
    "🦉".repeat(2000),
  ];
  await stage.open().append(texts.map(note), 0);
  const journal = stage.open();
  expect(await stage.asked(() => journal.load())).toHaveLength(2);
  expect(await journal.load()).toEqual({ kind: "events", events: texts.map(note) });
  await stage.spoil({ "artifact.md": "a\0b" });
  expect(await stage.asked(() => stage.open().load())).toHaveLength(3);
});

it("tells that a file differs from the history, believes the history, and writes the file anew", async () => {
  const stage = await aStage();
  await stage.open().append([note("a")], 0);
  await stage.spoil({ "run.json": '{"status":"completed","events":1}\n', "artifact.md": null });
  const journal = stage.open();
  expect(await journal.load()).toEqual({ kind: "events", events: [note("a")] });
  await journal.load();
  expect(stage.healed).toEqual([`${stage.state}: run.json, artifact.md differ from the history; the next append writes them anew`]);
  await journal.append([note("b")], 1);
  const files = await Promise.all(["run.json", "artifact.md"].map((path) => stage.fileAt(stage.state, path)));
  expect(files).toEqual(['{"status":"running","events":2}\n', "# 2\n"]);
  await stage.open().load();
  expect(stage.healed).toHaveLength(1);
});

const LONG = note("x".repeat(5000));
it.each([
  { what: "a history that is not there", spoil: () => ({ "history.jsonl": null }), why: "history.jsonl is missing", events: [] },
  { what: "an empty history", spoil: () => ({ "history.jsonl": "" }), why: "the file is empty", events: [] },
  {
    what: "a foreign line",
    spoil: (text: string) => ({ "history.jsonl": `${text}{}\n` }),
    why: "line 4",
    events: [note("a"), LONG, note("b")],
  },
  {
    what: "a torn line",
    spoil: (text: string) => ({ "history.jsonl": `${text}{` }),
    why: "line 4 is torn",
    events: [note("a"), LONG, note("b")],
  },
  {
    what: "a changed blob",
    spoil: (text: string) => ({ [`blobs/${JSON.parse(text.split("\n")[1] ?? "").payload.blob}.json`]: "{}" }),
    why: "line 2: the payload blobs/",
    events: [note("a")],
  },
  {
    what: "a blob that is not there",
    spoil: (text: string) => ({ [`blobs/${JSON.parse(text.split("\n")[1] ?? "").payload.blob}.json`]: null }),
    why: "line 2: the payload blobs/",
    events: [note("a")],
  },
])("$what is unreadable, is named, and is never appended to", async ({ spoil, why, events }) => {
  const stage = await aStage();
  await stage.open().append([note("a"), LONG, note("b")], 0);
  await stage.spoil(spoil((await stage.fileAt(stage.state, "history.jsonl")) ?? ""));
  const head = await stage.at(stage.state);
  const journal = stage.open();
  const history = await journal.load();
  expect(history).toEqual({ kind: "unreadable", why: expect.stringContaining(why), events });
  expect(history).toMatchObject({ why: expect.stringContaining(`history.jsonl at ${stage.state} (commit ${head})`) });
  await expect(journal.append([note("c")], await journal.length())).rejects.toMatchObject({ name: "Failure", service: "journal" });
  expect(await stage.at(stage.state)).toBe(head);
});

it("makes current anew when somebody deleted it under an active run", async () => {
  const stage = await aStage();
  const journal = stage.open();
  await journal.append([note("a")], 0);
  await stage.api.rest.git.deleteRef({ owner: "acme", repo: "widget", ref: stage.current.slice(5) });
  expect(await journal.append([note("b")], 1)).toBe("appended");
  expect(await stage.at(stage.current)).toBe(await stage.at(stage.state));
  expect(stage.healed).toEqual([`${stage.current} was gone although its run is active; it is made anew`]);
  await stage.api.rest.git.deleteRef({ owner: "acme", repo: "widget", ref: stage.current.slice(5) });
  expect(await journal.append([COMPLETED], 2)).toBe("appended");
});

it("is kept by the App's installation, with Probot's client, as by a person", async () => {
  const stage = await aStage();
  const journal = refJournal(await asApp(github), stage.place, stage.options);
  expect(await journal.append([note("a"), kept(null, stage.commits[0], "loop/by-app")], 0)).toBe("appended");
  expect(await stage.open().load()).toEqual({ kind: "events", events: [note("a"), kept(null, stage.commits[0], "loop/by-app")] });
});

it("fails for good where the token may not write, and leaves nothing", async () => {
  const stage = await aStage();
  const api = writer(github, (input, init) =>
    fetch(input, { ...init, headers: { ...Object(init?.headers), authorization: "token token-of-rob" } }),
  );
  await expect(stage.openWith(api).append([note("a")], 0)).rejects.toMatchObject({ service: "journal", retryable: false });
  expect(await stage.at(stage.state)).toBeNull();
});

it("one journal does one thing at a time", async () => {
  const stage = await aStage();
  const journal = stage.open();
  const answers = await Promise.all([journal.append([note("a")], 0), journal.length(), journal.append([note("b")], 0), journal.load()]);
  expect(answers).toEqual(["appended", 1, "conflict", { kind: "events", events: [note("a")] }]);
});

it.each(["../main", "a/b", "", "current", "x.lock"])("refuses a run whose id cannot be a part of a ref: %j", async (runId) => {
  const stage = await aStage({ runId });
  await expect(stage.open().load()).rejects.toThrow("cannot be a part of a ref's name");
});

it("finds the active run of an issue, and what was read on the way is not read again", async () => {
  const stage = await aStage();
  const found = () => activeRun(stage.api, stage.place, stage.options);
  expect(await stage.asked(async () => expect(await found()).toBeNull())).toHaveLength(2);
  await stage.open().append([note("a"), LONG], 0);
  const asked = await stage.asked(async () => {
    const run = await found();
    expect(run?.runId).toBe("run");
    expect(await run?.journal.load()).toEqual({ kind: "events", events: [note("a"), LONG] });
    expect(await run?.journal.append([COMPLETED], 2)).toBe("appended");
  });
  expect(asked).toHaveLength(4);
  expect(await found()).toBeNull();
  expect(
    await stage.asked(async () =>
      expect(await activeRun(stage.api, stage.place, stage.options, { expected: false, where: async () => null })).toBeNull(),
    ),
  ).toEqual([]);
});

it("the journal of an active run looks again from the second load on", async () => {
  const stage = await aStage();
  await stage.open().append([note("a")], 0);
  const run = await activeRun(stage.api, stage.place, stage.options);
  await run?.journal.load();
  await stage.open().append([note("b")], 1);
  expect(await run?.journal.load()).toEqual({ kind: "events", events: [note("a"), note("b")] });
});

it.each([null, "", "{", '{"active_run_id":"../x","task_alias":"a","status":"s","updated_at":"u"}'])(
  "does not guess which run is active from %j",
  async (text) => {
    const stage = await aStage();
    await stage.open().append([note("a")], 0);
    await stage.spoil({ "current.json": text });
    await expect(activeRun(stage.api, stage.place, stage.options)).rejects.toMatchObject({
      service: "journal",
      retryable: false,
      message: expect.stringMatching(/^current[.]json at refs\/loopwright\/issue-\d+\/current \(commit \w+\) names no run/),
    });
  },
);
