/** Real git pushes to the loopback GitHub: what it pushed is what the API shows, and the API's rules hold for it. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addressOf, place } from "./git-place.ts";
import { readPush } from "./push-protocol.ts";
import { AT, aGitHubForAll, as, asApp, REPOSITORY } from "./stage.ts";

const github = await aGitHubForAll({
  repositories: [{ ...REPOSITORY, rule: (ref) => (ref === "refs/heads/kept" ? "Cannot update this protected ref." : null) }],
});
const octokit = await asApp(github);

/** A clone of whoever has the token. */
async function clone(token: string) {
  const { folder, git } = await place();
  await git("clone", "--quiet", addressOf(github.url, "widget", token), ".");
  await git("config", "user.name", "Ünal");
  await git("config", "user.email", "u@example.test");
  return { folder, git };
}

it("takes commits with folders, modes, links, bytes and time zones, and shows them with the same SHAs", async () => {
  const { folder, git } = await clone("token-of-ada");
  await mkdir(join(folder, "a/b"), { recursive: true });
  await writeFile(join(folder, "a/b/bytes"), Buffer.from([0, 255, 10]));
  await writeFile(join(folder, "a/ünïcode"), "ü", { mode: 0o755 });
  await git("add", "--all");
  await git("commit", "--quiet", "--date", "2026-02-03T04:05:06+05:30", "-m", "Füll", "-m", "Two\n\nparagraphs");
  await git("rm", "--quiet", "src/sum.js");
  await git("commit", "--quiet", "-m", "Less");
  await git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
  const head = await git("rev-parse", "HEAD");
  expect((await octokit.rest.git.getRef({ ...AT, ref: "heads/topic" })).data.object.sha).toBe(head);
  const other = await clone("token-of-wim");
  await other.git("checkout", "--quiet", "topic");
  expect(await other.git("rev-parse", "HEAD", "HEAD~")).toBe(await git("rev-parse", "HEAD", "HEAD~"));
  expect(await other.git("fsck", "--strict", "--no-progress")).toBe("");
});

it("tells of a push as of a move by the API, and moves and deletes what is there", async () => {
  const { git } = await clone("token-of-ada");
  await git("commit", "--quiet", "--allow-empty", "-m", "One");
  await git("push", "--quiet", "origin", "HEAD:refs/heads/told");
  const from = github.deliveries.length;
  await git("commit", "--quiet", "--amend", "--allow-empty", "-m", "Other");
  await expect(git("push", "--quiet", "origin", "HEAD:told")).rejects.toThrow("non-fast-forward");
  await git("push", "--quiet", "--force", "origin", "HEAD:told");
  await git("push", "--quiet", "origin", "HEAD:refs/tags/v9", ":told");
  const told = github.deliveries.slice(from).map(({ event, payload }) => [event, Object(payload).ref]);
  expect(told).toEqual([
    ["push", "refs/heads/told"],
    ["delete", "told"],
    ["push", "refs/heads/told"],
    ["create", "v9"],
    ["push", "refs/tags/v9"],
  ]);
});

it("refuses who may not write, what a rule forbids, and a ref that somebody else moved since", async () => {
  const reader = await clone("token-of-otto");
  await expect(reader.git("push", "origin", "HEAD:refs/heads/mine")).rejects.toThrow("403");
  const { folder, git } = await clone("token-of-ada");
  await git("remote", "set-url", "origin", addressOf(github.url, "widget"));
  await expect(git("push", "origin", "HEAD:refs/heads/mine")).rejects.toThrow("could not read Username");
  await git("remote", "set-url", "origin", addressOf(github.url, "widget", "token-of-ada"));
  await expect(git("push", "origin", "HEAD:refs/heads/kept")).rejects.toThrow(
    "[remote rejected] HEAD -> kept (Cannot update this protected ref.)",
  );
  await git("commit", "--quiet", "--allow-empty", "-m", "Mine");
  const other = await clone("token-of-wim");
  await other.git("commit", "--quiet", "--allow-empty", "-m", "Theirs");
  // It runs when git has seen what is there, and before it pushes.
  const hook = `#!/bin/sh\nunset GIT_DIR\ngit -C '${other.folder}' push --quiet origin HEAD:refs/heads/raced\n`;
  await writeFile(join(folder, ".git/hooks/pre-push"), hook, { mode: 0o755 });
  await expect(git("push", "origin", "HEAD:refs/heads/raced")).rejects.toThrow(/\[rejected\] +HEAD -> raced \(fetch first\)/);
  const shown = await as(github, "ada").rest.git.listMatchingRefs({ ...AT, ref: "heads/" });
  expect(shown.data.map(({ ref }) => ref)).not.toContain("refs/heads/kept");
  expect(shown.data.find(({ ref }) => ref === "refs/heads/raced")?.object.sha).toBe(await other.git("rev-parse", "HEAD"));
});

it.each([
  { what: "a shallow clone", text: `0035shallow ${"a".repeat(40)}\n0000`, says: "is not built" },
  { what: "half a line", text: "0099abc", says: "cut off" },
  { what: "no line", text: "PACK", says: "cut off" },
])("does not guess what is meant by $what", ({ text, says }) => {
  expect(() => readPush(Buffer.from(text))).toThrow(says);
});
