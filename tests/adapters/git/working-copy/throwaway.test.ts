/** The worker's own repository is made beside what only reads, and before anything changes. */
import { expect, it } from "vitest";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { plain, SANDBOXES, sh, stage } from "../stage.ts";

it.each(SANDBOXES)("$name: has its one commit before the first change and the first command", async ({ make }) => {
  const { workspace, tree } = stage(make);
  const site = await workspace.open(tree, { git: true });
  const [read] = await Promise.all([site.toolAccess.read("README.md"), site.toolAccess.write("README.md", "changed\n")]);
  expect(read).toMatch(/^(?:hello|changed)\n$/);
  expect(await sh(site, "git status --porcelain; git log --format=%s")).toBe(" M README.md\nbase\n");
  const other = await workspace.open(tree, { git: true });
  await other.toolAccess.remove("README.md");
  expect(await sh(other, "git status --porcelain")).toBe(" D README.md\n");
});

/** A sandbox in which no command begins before `release`, and each ends with this code; null: with its own. */
function held(exitCode: number | null) {
  const inner = plain();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended = 0;
  const run: Sandbox["run"] = async (folder, command, options) => {
    await released;
    const result = await inner.run(folder, command, options);
    ended += 1;
    return exitCode === null ? result : { ...result, exitCode, stderr: "git: not found" };
  };
  return { sandbox: { ...inner, run }, release: () => release(), ended: () => ended };
}

it("does not keep a reader waiting, and is ended with its working copy", async () => {
  const { sandbox, release, ended } = held(null);
  const { workspace, tree } = stage(() => sandbox);
  const site = await workspace.open(tree, { git: true });
  expect(await site.toolAccess.read("README.md")).toBe("hello\n");
  const closing = site.close();
  release();
  await closing;
  expect(ended()).toBe(1);
});

it("tells whoever changes or runs something first that there is none, and nobody who only reads", async () => {
  const { sandbox, release } = held(1);
  const { workspace, tree } = stage(() => sandbox);
  release();
  const site = await workspace.open(tree, { git: true });
  const why = /no throw-away repository for the worker \(git in the sandbox\): git: not found/;
  await expect(site.toolAccess.write("README.md", "x")).rejects.toThrow(why);
  await expect(site.toolAccess.remove("README.md")).rejects.toThrow(why);
  await expect(site.toolAccess.exec("true", { timeout: 1_000, signal: new AbortController().signal })).rejects.toThrow(why);
  expect(await site.toolAccess.read("README.md")).toBe("hello\n");
});
