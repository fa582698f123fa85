/** The objects of the simulated GitHub are git's: git finds no fault in them, and commits that are made there hold what was checked here. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { type Content, checkoutOf } from "../../adapters/github/ref-journal/checkout.ts";
import { AT, aSimulation, quickClient, type Stage } from "./clients.ts";
import { exported } from "./export.ts";

/** Git in a bare repository that holds all of it as it is now. */
async function aMirror({
  github,
}: Stage): Promise<{ readonly folder: string; readonly git: (...args: readonly string[]) => Promise<string> }> {
  const folder = await mkdtemp(join(tmpdir(), "simulated-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await exported(github, folder);
  const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  const git = async (...args: readonly string[]) => (await promisify(execFile)("git", args, { cwd: folder, env })).stdout.trim();
  return { folder, git };
}

it("writes trees, merges and commits that git finds no fault in", async () => {
  const stage = aSimulation();
  const { github } = stage;
  github.push("loop/1-a", "wim", { "src/new.js": "1\n", "src.js": "beside a folder of its name\n", "src/deep/er/a.txt": "ä\n" });
  github.push("main", "ada", { "README.md": null, "docs/README.md": "# widget\n", "gone/deep/a.txt": "a\n" });
  github.push("main", "ada", { "gone/deep/a.txt": null });
  const { number } = (await quickClient(stage).rest.pulls.create({ ...AT, title: "Add", head: "loop/1-a", base: "main" })).data;
  const merge = github.mergePull(number, "ada");
  const { git } = await aMirror(stage);
  expect(await git("fsck", "--strict", "--no-progress", "--no-dangling")).toBe("");
  expect(await git("rev-parse", "refs/heads/main")).toBe(merge);
  const paths = [".github/workflows/loopwright.yml", "docs/README.md", "src.js", "src/deep/er/a.txt", "src/new.js", "src/sum.js"];
  expect((await git("ls-tree", "-r", "--name-only", "main")).split("\n")).toEqual(paths);
  expect((await git("ls-tree", "--name-only", "main")).split("\n")).toEqual([".github", "docs", "src.js", "src"]);
  expect(await git("merge-tree", "--write-tree", `${merge}^1`, `${merge}^2`)).toBe(await git("rev-parse", `${merge}^{tree}`));
});

it.each<{ name: string; files: Readonly<Record<string, Content>> }>([
  {
    name: "texts, a link, a mode and a deletion",
    files: { "a.txt": "ä\r\n", link: { link: "a.txt" }, "bin/run": { run: "#!/bin/sh\n" }, "README.md": null },
  },
  { name: "bytes that are no text", files: { "a.bin": Buffer.from([65, 0, 66]), "latin.txt": Buffer.from([0xe4, 0x0a]) } },
  { name: "a folder in place of a file", files: { "README.md": null, "README.md/a": "a" } },
  { name: "a file in place of a folder", files: { src: "a" } },
  { name: "a folder that is gone with its last file", files: { "src/sum.js": null } },
])("makes the very tree that was checked here: $name", async ({ files }) => {
  const stage = aSimulation();
  const { folder } = await aMirror(stage);
  const { workspace, tree, head, git } = await checkoutOf(folder, quickClient(stage));
  const wanted = await tree(files);
  const commit = await workspace.commit({ tree: wanted, parent: head, message: "loop: one\n\nLoop-Score: 80", at: 0 });
  stage.github.pointAt("loop/1", "wim", commit);
  const after = await aMirror(stage);
  expect(await after.git("fsck", "--strict", "--no-progress", "--no-dangling")).toBe("");
  expect(await after.git("rev-parse", `${commit}^{tree}`)).toBe(wanted);
  expect(await git("rev-parse", "HEAD")).toBe(head);
  expect(stage.github.failures).toEqual([]);
});
