/** A run's ref as real git fetches it: a sound repository whose history replays to exactly its run.json. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { readHistoryFile } from "#adapters/file-journal/read-file.ts";
import { iso } from "#adapters/system-clock.ts";
import { CODEC } from "#cli/home.ts";
import { Event } from "#core/event.ts";
import { replay } from "#core/evolve.ts";
import { runFile } from "#text/journal-codec.ts";
import { BASE_SCORED, BEGUN, evaluated, made, PLANNED, PREPARED, STARTED, sha, timed } from "../../builders/journal.ts";
import { aGitHubForAll } from "../../lab/github/stage.ts";
import { aRefStage } from "./ref-stage.ts";

const github = await aGitHubForAll();
const RUN = "split-20260101-000000";

it("a clone of the ref is sound, and replays to its run.json", async () => {
  const stage = await aRefStage(github, { owner: "acme", repo: "widget", issue: 7, runId: RUN });
  const journal = stage.openWith(stage.api, { codec: CODEC });
  const long = { ...BASE_SCORED, tests: { green: true, names: null, details: `owl 🦉 ${"x".repeat(2000)} ${"ü".repeat(1500)}` } };
  const events = timed([STARTED, ...BEGUN, PLANNED, ...made(sha("1")), PREPARED, evaluated(sha("1"), "A"), long]);
  for (const [index, event] of events.entries()) expect(await journal.append([event], index)).toBe("appended");
  const folder = await mkdtemp(join(tmpdir(), "loopwright-ref-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
  };
  const git = async (...words: readonly string[]) => (await promisify(execFile)("git", words, { cwd: folder, env })).stdout.trim();
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
