/** A run's ref as real git fetches it: a sound repository whose history replays to exactly its run.json. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readHistoryFile } from "#adapters/file-journal/read-file.ts";
import { iso } from "#adapters/system-clock.ts";
import { followTrail } from "#cli/commands/trail.ts";
import { CODEC } from "#cli/local/home.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { runFile } from "#text/journal/journal-codec.ts";
import { BASE_SCORED, BEGUN, evaluated, made, PLANNED, PREPARED, STARTED, sha, timed } from "../../../builders/journal.ts";
import { place } from "../../../lab/github/git-place.ts";
import { aGitHubForAll } from "../../../lab/github/stage.ts";
import { aRefStage } from "./ref-stage.ts";

const github = await aGitHubForAll();
const RUN = "split-20260101-000000";
const WHO = { GIT_AUTHOR_NAME: "eve", GIT_AUTHOR_EMAIL: "eve@example", GIT_COMMITTER_NAME: "eve", GIT_COMMITTER_EMAIL: "eve@example" };

it("a clone of the ref is sound, and replays to its run.json", async () => {
  const stage = await aRefStage(github, { owner: "acme", repo: "widget", issue: 7, runId: RUN });
  const journal = stage.openWith(stage.api, { codec: CODEC });
  const long = { ...BASE_SCORED, tests: { green: true, names: null, details: `owl 🦉 ${"x".repeat(2000)} ${"ü".repeat(1500)}` } };
  const events = timed([STARTED, ...BEGUN, PLANNED, ...made(sha("1")), PREPARED, evaluated(sha("1"), "A"), long]);
  for (const [index, event] of events.entries()) expect(await journal.append([event], index)).toBe("appended");
  const { folder, git } = await place();
  await git("clone", "--quiet", "--no-checkout", `${github.url}/acme/widget.git`, ".");
  await git("fetch", "--quiet", "origin", "refs/loopwright/*:refs/loopwright/*");
  expect(await git("fsck", "--strict", "--no-progress")).toBe("");
  expect(await git("rev-list", "--count", stage.state)).toBe(String(events.length));
  expect(await git("rev-parse", stage.current)).toBe(await git("rev-parse", stage.state));
  await git("checkout", "--quiet", "--detach", stage.state);
  expect((await git("ls-files")).split("\n")).toEqual([
    "artifact.md",
    expect.stringMatching(/^blobs\/[0-9a-f]{64}[.]json$/),
    "current.json",
    "history.jsonl",
    "run.json",
    "summary.json",
  ]);
  const history = await readHistoryFile("history.jsonl", folder, CODEC);
  // Reading cuts what is too long to be kept: what was appended and what is read are told apart here.
  expect(history).toEqual({ kind: "events", events: events.map((event) => Event.parse(event)) });
  expect(history).not.toEqual({ kind: "events", events });
  expect(await journal.load()).toEqual(history);
  const run = replay(history.kind === "events" ? history.events : []);
  expect(run && runFile(run, iso)).toBe(await readFile(join(folder, "run.json"), "utf8"));
  expect(await stage.openWith(stage.api, { codec: CODEC }).load()).toEqual(history);
  expect([stage.healed, github.violations, github.failures]).toEqual([[], [], []]);
});

it("says which event of a fetched run was tampered with, wherever it stands [OBS-02]", async () => {
  const runId = "trail-20260101-000000";
  const stage = await aRefStage(github, { owner: "acme", repo: "widget", issue: 8, runId });
  const journal = stage.openWith(stage.api, { codec: CODEC });
  const long = { ...BASE_SCORED, tests: { green: true, names: null, details: "x".repeat(5000) } };
  const events = timed([STARTED, ...BEGUN, PLANNED, ...made(sha("1")), PREPARED, evaluated(sha("1"), "A"), long]).map((event) =>
    Event.parse(event),
  );
  for (const [index, event] of events.entries()) expect(await journal.append([event], index)).toBe("appended");
  const { folder, git } = await place(WHO);
  await git("clone", "--quiet", `${github.url}/acme/widget.git`, ".");
  await git("fetch", "--quiet", "origin", "refs/loopwright/*:refs/loopwright/*");
  const said: string[] = [];
  const terminal = {
    folder,
    print: (text: string) => void said.push(text),
    note: (text: string) => void said.push(text),
  } as unknown as Terminal;
  const follow = async (ref: string) => [await followTrail({ words: [ref] } as never, terminal), said.splice(0).join()];
  expect(await follow(stage.state)).toEqual([0, `${events.length} events: only ever added to, and run.json is what they tell`]);
  await expect(follow("refs/loopwright/issue-99/gone")).rejects.toThrow(
    "there is no refs/loopwright/issue-99/gone here; git fetch origin 'refs/loopwright/*:refs/loopwright/*' brings them",
  );
  const commits = (await git("rev-list", "--reverse", stage.state)).split("\n");
  const whole = await git("show", `${stage.state}:history.jsonl`);
  const lines = whole.split("\n");
  const changed = (seq: number) => lines.map((line, index) => (index === seq - 1 ? line.replace(/"at":(\d+)/, '"at":1$1') : line));
  for (const [seq, at] of [
    [1, 3],
    [4, 9],
    [4, events.length],
    [events.length, events.length],
  ] as const)
    expect(await follow(await forge(changed(seq).slice(0, at), at)), `${seq} in ${at}`).toEqual([
      1,
      expect.stringContaining(`the trail breaks at event ${seq}, in`),
    ]);
  const without = lines.filter((_, index) => index !== 4);
  expect(await follow(await forge(without, events.length))).toEqual([1, expect.stringContaining("at event 5, in commit")]);

  /** The trail up to the commit before, and then one with this history. */
  async function forge(history: readonly string[], at: number): Promise<string> {
    const parent = commits[at - 2];
    await git("checkout", "--quiet", "--detach", commits[at - 1] ?? "");
    await writeFile(join(folder, "history.jsonl"), `${history.join("\n")}\n`);
    await git("add", "history.jsonl");
    const tree = await git("write-tree");
    const made = await git("commit-tree", tree, "-m", "forged", ...(parent === undefined ? [] : ["-p", parent]));
    await git("update-ref", "refs/loopwright/forged", made);
    await git("reset", "--quiet", "--hard");
    return "refs/loopwright/forged";
  }
});
