/** Repositories and machines of every shape: the work is done, and the worktree stays as it was. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { NO_WALLS } from "../../adapters/sandbox/sandboxes.ts";
import { FILES, MENDED } from "../script.ts";
import { ALIAS, aStage, leftIn, type Options, type Stage, untouched } from "../stage.ts";

let stage: Stage;
afterEach(() => stage.close());

async function reaches(options: Options = {}): Promise<string> {
  const ended = await stage.runWith(options, "new", stage.issue, "--yes", "--expect", "threshold_reached");
  expect(ended.code, ended.err).toBe(0);
  expect(leftIn(stage.temp)).toEqual([]);
  return ended.err;
}

it("works from a folder below the root, and beside files that git does not track [S4.02]", async () => {
  stage = await aStage();
  writeFileSync(join(stage.repository.folder, "notes.txt"), "mine\n");
  const before = untouched(stage.repository);
  const said = await reaches({ cwd: join(stage.repository.folder, "src") });
  expect(said.includes("UNSANDBOXED")).toBe(NO_WALLS !== "");
  expect(untouched(stage.repository)).toBe(before);
});

it("works in a second worktree of a repository, on a detached HEAD, and leaves both alone", async () => {
  stage = await aStage();
  const { git, home } = stage.repository;
  git("worktree", "add", "-q", "--detach", "../side");
  const before = [untouched(stage.repository), git("-C", "../side", "status", "--porcelain"), git("-C", "../side", "rev-parse", "HEAD")];
  await reaches({ cwd: join(home, "side") });
  const after = [untouched(stage.repository), git("-C", "../side", "status", "--porcelain"), git("-C", "../side", "rev-parse", "HEAD")];
  expect(after).toEqual(before);
  expect(git("show", `loop/${ALIAS}:src/split.js`)).toBe(MENDED.trimEnd());
});

it("works in a folder with blanks and letters of another script in its name, beside a file of 12 MB", async () => {
  stage = await aStage({ files: { ...FILES, "data.bin": "0123456789abcdef".repeat(750_000) } });
  const place = join(stage.repository.home, "mein Projekt – 仕事 'x'");
  renameSync(stage.repository.folder, place);
  await reaches({ cwd: place });
});

it("says that it is unsandboxed where bubblewrap may not make namespaces, and works", async () => {
  stage = await aStage();
  const bin = join(stage.repository.home, "bin");
  mkdirSync(bin);
  // As on a machine that restricts them. The system's own folders are searched whatever PATH says, so this one must come first.
  writeFileSync(join(bin, "bwrap"), '#!/bin/sh\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n', { mode: 0o755 });
  const err = await reaches({ env: { PATH: `${bin}:${process.env["PATH"]}` } });
  expect(err).toMatch(/^warning: commands run UNSANDBOXED, with your rights on this machine: .+/m);
  expect(err).toContain("Permission denied");
});
