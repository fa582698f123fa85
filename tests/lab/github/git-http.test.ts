/** Real git against the loopback GitHub: what the API wrote is what git fetches, bit by bit. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { expect, it } from "vitest";
import { mirrorOf } from "./git-mirror.ts";
import { addressOf, place } from "./git-place.ts";
import { QUIET } from "./quiet.ts";
import { AT, aGitHubForAll, asApp, REPOSITORY } from "./stage.ts";

const github = await aGitHubForAll();
const octokit = await asApp(github);
const STATE = "refs/loopwright/issue-1/r1";

/** An address with a token as git takes it. */
const address = (name: string, token?: string): string => addressOf(github.url, name, token);

it("clones what the API wrote, with the same SHAs and modes, without a fault", async () => {
  const { folder, git } = await place();
  await git("clone", "--quiet", address("widget"), ".");
  const { data: main } = await octokit.rest.git.getRef({ ...AT, ref: "heads/main" });
  expect(await git("rev-parse", "HEAD")).toBe(main.object.sha);
  expect(await git("fsck", "--strict", "--no-progress")).toBe("");
  expect(await readFile(join(folder, "src/sum.js"), "utf8")).toBe("export const sum = (a, b) => a - b;\n");
  expect((await stat(join(folder, "bin/run"))).mode & 0o111).toBe(0o111);
});

it("fetches commits of the API at once, below any ref, with time zones and strange names", async () => {
  const { data: main } = await octokit.rest.git.getRef({ ...AT, ref: "heads/main" });
  const { git } = await place();
  await git("clone", "--quiet", address("widget"), ".");
  const blob = (await octokit.rest.git.createBlob({ ...AT, content: Buffer.from([0, 255, 10]).toString("base64"), encoding: "base64" }))
    .data.sha;
  const { data: tree } = await octokit.rest.git.createTree({
    ...AT,
    tree: [
      { path: "a.b", mode: "100644", type: "blob", content: "x" },
      { path: "a/b", mode: "100644", type: "blob", sha: blob },
      { path: "a0", mode: "120000", type: "blob", content: "a/b" },
      { path: "ünïcode", mode: "100644", type: "blob", content: "ü" },
    ],
  });
  const author = { name: "Añn", email: "a@example.test", date: "2026-01-01T12:00:00+05:30" };
  const { data: commit } = await octokit.rest.git.createCommit({
    ...AT,
    message: "Füll",
    tree: tree.sha,
    parents: [main.object.sha],
    author,
  });
  await octokit.rest.git.createRef({ ...AT, ref: STATE, sha: commit.sha });
  await git("fetch", "--quiet", "origin", "refs/loopwright/*:refs/loopwright/*");
  expect(await git("rev-parse", STATE)).toBe(commit.sha);
  expect(await git("ls-tree", "-r", "--name-only", "-z", STATE)).toBe("a.b\0a/b\0a0\0ünïcode\0");
  expect(await git("fsck", "--strict", "--no-progress")).toBe("");
  await octokit.rest.git.deleteRef({ ...AT, ref: STATE.slice(5) });
  await git("fetch", "--quiet", "--prune", "origin", "refs/loopwright/*:refs/loopwright/*");
  expect(await git("for-each-ref", "refs/loopwright")).toBe("");
});

it("fetches one commit by its SHA, as checkout does", async () => {
  const { data: main } = await octokit.rest.git.getRef({ ...AT, ref: "heads/main" });
  const { git } = await place();
  await git("init", "--quiet", "--initial-branch", "main");
  await git("fetch", "--quiet", "--depth=1", address("widget"), `+${main.object.sha}:refs/remotes/origin/main`);
  expect(await git("rev-parse", "refs/remotes/origin/main")).toBe(main.object.sha);
});

it("shows a private repository to those who may read it only", async () => {
  const { git } = await place();
  expect(await git("ls-remote", address("vault", "token-of-wim"), "refs/heads/main")).toContain("refs/heads/main");
  await expect(git("ls-remote", address("vault", "token-of-otto"))).rejects.toThrow("not found");
  await expect(git("ls-remote", address("vault", "ghs_unknown"))).rejects.toThrow("Authentication failed");
  await expect(git("ls-remote", address("vault"))).rejects.toThrow("could not read Username");
  await expect(git("ls-remote", address("nothing", "token-of-wim"))).rejects.toThrow("not found");
});

it("stops at an object that the API shows otherwise than git would name it", async () => {
  const { folder } = await place();
  const admin = new Octokit({ baseUrl: github.url, log: QUIET });
  admin.hook.after("request", (response) => {
    if (typeof response.data?.message === "string") response.data.message += " and a lie";
  });
  const mirror = mirrorOf({ state: { admin, address: github.url, close: async () => undefined } }, folder);
  await expect(mirror.update(REPOSITORY)).rejects.toThrow(/the API shows [0-9a-f]{40}, git would call it/);
});
