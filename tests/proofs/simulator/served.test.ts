/** The simulated GitHub serves what the product asks, as GitHub's reference says: gone things, looks that cost nothing, refs that move together. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isAncestor, readRefIfChanged } from "#adapters/github/ref-journal/refs.ts";
import { removeRun } from "#adapters/github/runs/remove-run.ts";
import { readRunStartFacts } from "#adapters/github/runs/run-start-facts.ts";
import { blobBatchReader } from "#adapters/github/trees/many-blobs.ts";
import { readBaseOfRun } from "#adapters/github/trees/reading-workspace.ts";
import { readListing } from "#adapters/github/trees/tree-listing.ts";
import { findEndedWorkflowRun } from "#adapters/github/workflow/ended-workflow-run.ts";
import { killSwitchOfApp, killSwitchOfJob } from "#adapters/github/workflow/kill-switch-now.ts";
import { AT, aSimulation, jobClient, quickClient, theIssue } from "./clients.ts";
import { simulatedGitHub } from "./github/github.ts";

const SOURCES = ["src/adapters/github", "src/hub", "bot", "action"];

/** Of the command line alone: the simulation plays bots and jobs, and nobody who looks how a repository is set up. */
const NOT_PLAYED = "src/adapters/github/setup-now.ts";

/** Every endpoint that the product's code names, as `[method, path]` with parameters that fit nothing. */
function endpoints(): readonly (readonly [method: string, path: string])[] {
  const files = SOURCES.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)));
  const texts = files.filter((name) => name.endsWith(".ts") && name !== NOT_PLAYED).map((name) => readFileSync(name, "utf8"));
  // `const { reactions } = api.rest` takes one apart.
  const named = texts.flatMap((text) => [
    ...text.matchAll(/\b(?:api\.rest\.)?(issues|git|repos|pulls|actions|checks|reactions)\.(\w+)\(/g),
  ]);
  const rest: unknown = quickClient(aSimulation()).rest;
  return [...new Set(named.map(([, space, name]) => `${space}.${name}`))].flatMap((one) => {
    const [space = "", name = ""] = one.split(".");
    const { endpoint } = Object(Object(Object(rest)[space])[name]);
    if (endpoint === undefined) return [];
    const { method, url } = endpoint.DEFAULTS;
    const at = String(url)
      .replace("{owner}", "acme")
      .replace("{repo}", "widget")
      .replaceAll(/\{\w+\}/g, "1");
    return [[String(method), at] as const];
  });
}

it("serves every endpoint that the adapters name", async () => {
  const all = endpoints();
  expect(all.length).toBeGreaterThan(25);
  const { github } = aSimulation();
  for (const [method, path] of all) await github.fetchFor(github.app())(`https://api.github.com${path}`, { method });
  expect(github.failures).toEqual([]);
});

it("answers GraphQL as the adapters read it: what a run begins with, and many files at once", async () => {
  const stage = aSimulation();
  const api = quickClient(stage);
  stage.github.push("main", "ada", { ".github/loopwright.yml": "label: agent\n" });
  stage.github.push("loop/7-a", "wim", { a: "a" });
  stage.github.push("x-loop/7-b", "wim", { a: "a" });
  const opening = await readRunStartFacts(api, AT, { branch: "main", prefix: "loop/7-" });
  expect(opening).toEqual({ base: await readBaseOfRun(api, AT, null), config: "label: agent\n", branches: ["loop/7-a"] });
  const { files } = await readListing(api, AT, opening.base.tree);
  const blobOf = blobBatchReader(api, AT);
  const texts = await Promise.all(["README.md", "src/sum.js"].map((path) => blobOf(files.get(path)?.sha ?? "")));
  expect(texts.map(String)).toEqual(["# widget\n", "export const sum = (a, b) => a - b;\n"]);
  expect(stage.github.lines.filter(({ path }) => path.includes("/git/blobs"))).toEqual([]);
});

it("moves several refs or none, and forward only", async () => {
  const stage = aSimulation();
  const { github } = stage;
  const api = quickClient(stage);
  const main = github.refAt("refs/heads/main") ?? "";
  const next = github.push("loop/1", "wim", { a: "a" });
  const place = { ...AT, issue: 1, runId: "sum-20260101-120000" };
  const made = await api.rest.git.createRef({ ...AT, ref: `refs/loopwright/issue-1/${place.runId}`, sha: next });
  expect(made.status).toBe(201);
  const { data } = await api.rest.repos.get(AT);
  const leftovers = (commit: string) => ({ repositoryId: data.node_id, branch: { name: "loop/1", commit } });
  github.switches.rule = (ref) => (ref === "refs/heads/loop/1" ? "Repository rule violations found" : null);
  await expect(removeRun(api, place, leftovers(next))).rejects.toThrow("Repository rule violations found");
  expect(github.refs().map(({ name }) => name)).toHaveLength(3);
  github.switches.rule = () => null;
  await expect(api.rest.git.updateRef({ ...AT, ref: "heads/loop/1", sha: main })).rejects.toThrow("not a fast forward");
  expect(await removeRun(api, place, leftovers(next))).toBe("gone");
  expect(github.refs().map(({ name }) => name)).toEqual(["refs/heads/main"]);
});

it("says how commits stand to each other", async () => {
  const { github, ...stage } = aSimulation();
  const api = quickClient({ github, ...stage });
  const main = github.refAt("refs/heads/main") ?? "";
  const [left, right] = ["left", "right"].map((name) => github.push(name, "wim", { [name]: "" }));
  const how = async (base: string, head: string) => {
    const { data } = await api.rest.repos.compareCommitsWithBasehead({ ...AT, basehead: `${base}...${head}` });
    return [data.status, data.ahead_by, data.behind_by, data.merge_base_commit.sha];
  };
  expect(await how("main", "left")).toEqual(["ahead", 1, 0, main]);
  expect(await how("left", main)).toEqual(["behind", 0, 1, main]);
  expect(await how(left ?? "", "left")).toEqual(["identical", 0, 0, left]);
  expect(await how("left", "right")).toEqual(["diverged", 1, 1, main]);
  expect([await isAncestor(api, AT, main, right ?? ""), await isAncestor(api, AT, right ?? "", main)]).toEqual([true, false]);
});

it("answers 304 to a look at what has not changed: a ref by its commit and by its mark, a comment, a role", async () => {
  const stage = aSimulation();
  const { github } = stage;
  const api = quickClient(stage);
  const sha = github.refAt("refs/heads/main") ?? "";
  expect(await readRefIfChanged(api, AT, "refs/heads/main", { sha, etag: null })).toEqual({ kind: "same" });
  const found = await readRefIfChanged(api, AT, "refs/heads/main", null);
  expect(found).toEqual({ kind: "at", sha, etag: expect.any(String) });
  if (found.kind !== "at") throw new Error("it is there");
  expect(await readRefIfChanged(api, AT, "refs/heads/main", found)).toEqual({ kind: "same" });
  const after = github.push("main", "ada", { a: "a" });
  expect(await readRefIfChanged(api, AT, "refs/heads/main", found)).toMatchObject({ kind: "at", sha: after });
  expect(await readRefIfChanged(api, AT, "refs/heads/main", { sha, etag: null })).toMatchObject({ kind: "at", sha: after });
  const issue = theIssue(stage, github.newIssue("ada", { title: "a", body: "b" }));
  const id = github.comment(issue.number, "wim", "/approve");
  const looks = async () => [(await issue.commentAt(id))?.body, await issue.roleOf(github.person("wim"))];
  expect([await looks(), await looks()]).toEqual(Array(2).fill(["/approve", "write"]));
  expect(github.lines.slice(-4).map(({ status }) => status)).toEqual([200, 200, 304, 304]);
  github.editComment(id, "wim", "/stop");
  github.setRole("wim", "read");
  expect(await looks()).toEqual(["/stop", "read"]);
});

it("says where an issue went, and that it was deleted", async () => {
  const stage = aSimulation();
  const { github } = stage;
  const [moved, deleted] = ["a", "b"].map((title) => theIssue(stage, github.newIssue("ada", { title, body: "" }), quickClient(stage)));
  if (moved === undefined || deleted === undefined) throw new Error("bug: two");
  github.transferIssue(moved.number, "ada");
  github.deleteIssue(deleted.number, "ada");
  await expect(moved.issue()).rejects.toThrow("it was transferred");
  await expect(deleted.issue()).rejects.toThrow("was deleted");
  const letter = { key: "a-1/plan/1", body: "x", since: stage.clock.now() };
  await expect(deleted.comment(letter)).rejects.toMatchObject({ name: "Failure", retryable: false });
  await expect(moved.comment(letter)).rejects.toMatchObject({ name: "Failure", retryable: false });
  await expect(moved.relabel(null, "x")).rejects.toMatchObject({ name: "Failure", retryable: false });
  expect(github.failures).toEqual([]);
});

it("refuses a comment on a locked issue, a job that asks for variables, and an order that it does not know", async () => {
  const stage = aSimulation();
  const { github, clock } = stage;
  const number = github.newIssue("ada", { title: "a", body: "" });
  github.lockIssue(number, "ada", true);
  const letter = { key: "a-1/plan/1", body: "x", since: clock.now() };
  await expect(theIssue(stage, number).comment(letter)).rejects.toThrow("issue is locked");
  github.setVariable("LOOPWRIGHT_FREEZE", "on");
  expect(await killSwitchOfApp(quickClient(stage), AT, clock)()).toMatch(/./);
  const job = jobClient(stage, github.job({ actions: "write" }));
  const later = killSwitchOfJob(job, AT, "", clock);
  clock.pass(600_000);
  expect(await later()).toBeNull();
  github.push("main", "ada", { ".github/workflows/loopwright.yml": null });
  const order = { runId: "a-20260101-000000", digest: "a".repeat(64), job: "run" as const, since: clock.now() };
  await expect(theIssue(stage, number).dispatch(order)).rejects.toThrow("there is no .github/workflows/loopwright.yml");
});

it("keeps reviews apart, and finds a letter on the second page of a long talk", async () => {
  const stage = aSimulation();
  const { github, clock } = stage;
  const api = quickClient(stage);
  github.push("loop/1-a", "wim", { a: "a" });
  const pull = (await api.rest.pulls.create({ ...AT, title: "Add", head: "loop/1-a", base: "main" })).data.number;
  const say = (text: string) => github.review(pull, "ada", { state: "commented", body: null, lines: [{ path: "a", line: 1, body: text }] });
  const reviews = [say("one"), say("two")];
  const issue = theIssue(stage, github.newIssue("ada", { title: "a", body: "" }), api);
  const threads = await Promise.all(reviews.map((review) => issue.threads(pull, review)));
  expect(threads.map((found) => found.map(({ text }) => text))).toEqual([["one"], ["two"]]);
  for (let said = 0; said < 120; said += 1) github.comment(issue.number, "rob", `${said}`);
  const letter = { key: "a-1/plan/1", body: "The plan.", since: clock.now() - 1 };
  const id = await issue.comment(letter);
  const before = github.lines.length;
  expect(await theIssue(stage, issue.number, api).comment(letter)).toBe(id);
  expect(github.lines.slice(before).map(({ path }) => path.slice(-6))).toEqual(["page=1", "page=2"]);
});

it("shows that a comment was hidden, that an issue has other words, and that it is open again", async () => {
  const stage = aSimulation();
  const { github } = stage;
  const issue = theIssue(stage, github.newIssue("ada", { title: "a", body: "b" }));
  const id = github.comment(issue.number, "wim", "/approve");
  github.hideComment(id);
  expect(await issue.commentAt(id)).toMatchObject({ hidden: true });
  github.closeIssue(issue.number, "ada");
  github.reopenIssue(issue.number, "ada");
  github.editIssue(issue.number, "ada", { title: "c" });
  expect(await issue.issue()).toMatchObject({ title: "c", body: "b", open: true });
  expect(github.deliveries.map(({ event }) => event).slice(-3)).toEqual(["issues.closed", "issues.reopened", "issues.edited"]);
});

it("shows how a workflow run ended, by its number and by its handOverDigest, and that it is gone", async () => {
  const stage = aSimulation();
  const { github, clock } = stage;
  const api = quickClient(stage);
  const place = { ...AT, workflow: "loopwright.yml" };
  const order = { runId: "a-20260101-000000", digest: "a".repeat(64), job: "run" as const, since: clock.now() };
  const id = await theIssue(stage, 7, api).dispatch(order);
  const sought = [
    { id, handOverDigest: order.digest, since: clock.now() },
    { id: null, handOverDigest: order.digest, since: clock.now() },
  ];
  const look = () => Promise.all(sought.map((one) => findEndedWorkflowRun(api, place, one)));
  expect(await look()).toEqual([null, null]);
  github.startRun(Number(id));
  expect(await look()).toEqual([null, null]);
  github.endRun(Number(id), "failure");
  expect(await look()).toMatchObject(Array(2).fill({ id, conclusion: "failure" }));
  github.deleteRun(Number(id));
  expect(await look()).toEqual([{ id, title: "", conclusion: "deleted" }, null]);
});

it("knows people by their numbers: names change hands, and accounts go", async () => {
  const stage = aSimulation();
  const { github } = stage;
  const number = github.newIssue("otto", { title: "a", body: "" });
  const issue = theIssue(stage, number);
  const otto = github.person("otto");
  expect(await issue.roleOf(otto)).toBe("read");
  github.rename("otto", "olga");
  expect([await issue.roleOf(otto), await issue.roleOf({ id: otto.id, login: "olga" })]).toEqual(["none", "read"]);
  expect((await issue.issue()).author).toBe("olga");
  const id = github.comment(number, "olga", "hello");
  github.removeAccount("olga");
  expect([(await issue.issue()).author, await issue.commentAt(id)]).toMatchObject(["ghost", { login: "ghost", account: 0 }]);
});

it("shows a private repository to whoever has a role there, and a public one to everybody", async () => {
  const roles = async (hidden: boolean) => {
    const stage = aSimulation();
    const issue = theIssue({ ...stage, github: simulatedGitHub({ ...stage.options, private: hidden }) }, 1);
    return [await issue.roleOf(stage.github.person("rob")), await issue.roleOf(stage.github.person("otto"))];
  };
  expect([await roles(true), await roles(false)]).toEqual([
    ["read", "none"],
    ["read", "read"],
  ]);
});

it("gives the same answers to the same requests at the same moments", async () => {
  const once = async (): Promise<unknown> => {
    const stage = aSimulation();
    const number = stage.github.newIssue("ada", { title: "a", body: "" });
    const issue = theIssue(stage, number, quickClient(stage));
    await issue.comment({ key: "a-1/plan/1", body: "x", since: stage.clock.now() });
    stage.github.push("loop/1-a", "wim", { a: "a" });
    stage.clock.pass(5);
    await issue.relabel(null, "loop:running");
    const { lines, deliveries, issues, refs } = stage.github;
    return { lines, deliveries, issues: issues(), refs: refs() };
  };
  expect(await once()).toEqual(await once());
});
