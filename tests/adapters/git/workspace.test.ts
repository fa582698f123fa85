/** What a workspace promises, over every sandbox: sites hold their tree, snapshots hold what was done, nothing else moves. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FILES, SANDBOXES, sh, stage } from "./stage.ts";

const signal = new AbortController().signal;
const NONE = { protected: [] };

it.each(SANDBOXES)("$name: a site that nobody touched gives its own tree", async ({ make }) => {
  const { workspace, tree } = stage(make);
  const site = await workspace.open(tree, { git: true });
  expect(await workspace.snapshot(site, NONE)).toEqual({ tree, changes: [], refused: [] });
});

it.each(SANDBOXES)("$name: added, changed, deleted files, modes and links are in the snapshot, byte for byte", async ({ make }) => {
  const { workspace, repository, tree } = stage(make);
  const site = await workspace.open(tree, { git: false });
  await site.toolAccess.write("src/new file.js", "new\r\n");
  await sh(
    site,
    "printf 'two' > src/a.js; rm README.md; chmod +x .gitignore; chmod -x bin/tool; ln -sfn bin/tool link; ln -s ../bin src/inner",
  );
  const { tree: next, changes, refused } = await workspace.snapshot(site, NONE);
  expect(refused).toEqual([]);
  expect(changes).toEqual(await workspace.changes(tree, next));
  expect(changes.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    "modified .gitignore",
    "deleted README.md",
    "modified bin/tool",
    "modified link",
    "modified src/a.js",
    "added src/inner",
    "added src/new file.js",
  ]);
  expect(repository.git("ls-tree", "-r", "--format=%(objectmode) %(path)", next).split("\n")).toEqual([
    "100755 .gitignore",
    "100644 bin/tool",
    "100644 dist/kept.js",
    "120000 link",
    "100644 src/a.js",
    "120000 src/inner",
    "100644 src/new file.js",
  ]);
  expect(repository.git("cat-file", "blob", `${next}:link`)).toBe("bin/tool");
  expect(await workspace.textAt(next, "src/new file.js")).toBe("new\r\n");
});

it.each(SANDBOXES)("$name: a folder may become a file, a file a folder", async ({ make }) => {
  const { workspace, tree } = stage(make);
  const site = await workspace.open(tree, { git: false });
  await sh(site, "rm -r src link README.md; echo x > src; mkdir README.md; echo y > README.md/inside");
  const { tree: next, refused } = await workspace.snapshot(site, NONE);
  expect(refused).toEqual([]);
  expect(await workspace.paths(next)).toEqual([".gitignore", "README.md/inside", "bin/tool", "dist/kept.js", "src"]);
});

it.each(SANDBOXES)("$name: a tracked file that .gitignore names is still tracked: kept, changed, deleted", async ({ make }) => {
  const { workspace, tree } = stage(make, { ...FILES, "dist/second.js": "2", "dist/third.js": "3" });
  const site = await workspace.open(tree, { git: true });
  await sh(site, "echo changed > dist/second.js; rm dist/third.js; echo new > dist/new.js; echo '*' > .gitignore");
  const { tree: next, changes } = await workspace.snapshot(site, NONE);
  expect(changes.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    "modified .gitignore",
    "modified dist/second.js",
    "deleted dist/third.js",
  ]);
  expect(await workspace.textAt(next, "src/a.js")).toBe(FILES["src/a.js"]);
});

it.each(SANDBOXES)("$name: a snapshot can be opened, and the next snapshot builds on it", async ({ make }) => {
  const { workspace, tree } = stage(make);
  const first = await workspace.open(tree, { git: true });
  await first.toolAccess.write("one", "1");
  const { tree: second } = await workspace.snapshot(first, NONE);
  const site = await workspace.open(second, { git: true });
  expect(await site.toolAccess.read("one")).toBe("1");
  expect(await sh(site, "./bin/tool; readlink link")).toBe("tool\nsrc/a.js\n");
  await site.toolAccess.write("two", "2");
  expect(await workspace.changes(tree, (await workspace.snapshot(site, NONE)).tree)).toEqual([
    { path: "one", kind: "added" },
    { path: "two", kind: "added" },
  ]);
});

it.each(SANDBOXES)(
  "$name: what setup added is in every site, is not in snapshots, and does not dirty the worker's status",
  async ({ make }) => {
    const { workspace, tree } = stage(make);
    const command =
      "mkdir -p node_modules/x 'odd [name]!'; echo lib > node_modules/x/lib; echo lock > lock; echo g > src/generated; touch 'odd [name]!/#f'; ln -s x node_modules/y; echo spoilt > README.md";
    expect(await workspace.setup(tree, [command], signal)).toMatchObject({ ok: true, failed: null, blocked: [] });
    const site = await workspace.open(tree, { git: true });
    expect(await sh(site, "cat node_modules/y/lib lock src/generated README.md; git status --porcelain; git ls-files -- lock")).toBe(
      "lib\nlock\ng\nhello\n",
    );
    await sh(site, "echo changed > lock; echo new > src/new");
    expect((await workspace.snapshot(site, NONE)).changes).toEqual([{ path: "src/new", kind: "added" }]);
    const other = await workspace.open(tree, { git: false });
    expect(await other.toolAccess.read("lock")).toBe("lock\n");
  },
);

it.each(SANDBOXES)("$name: a tree that holds a path of setup's own wins over it, and links in it lead no copy astray", async ({ make }) => {
  const { workspace, repository, tree } = stage(make);
  await workspace.setup(tree, ["mkdir made lost; echo s > made/a; echo s > made/b; echo s > lost/x; echo s > src/gen"], signal);
  const outside = join(repository.home, "outside");
  repository.git("checkout", "-q", "--detach");
  repository.commit({ "made/a": "tree\n", lost: `->${outside}`, "src/a.js": null, src: `->${outside}` });
  const site = await workspace.open(repository.git("rev-parse", "HEAD^{tree}"), { git: false });
  expect(await sh(site, "cat made/a made/b; readlink lost src")).toBe(`tree\ns\n${outside}\n${outside}\n`);
  expect(existsSync(outside)).toBe(false);
});

it.each(SANDBOXES)(
  "$name: setup runs once for its commands, says which one failed, and is tried again after an interruption",
  async ({ make }) => {
    const { workspace, tree } = stage(make);
    const commands = ["true", "cat /proc/sys/kernel/random/uuid >&2; exit 3", "echo never >> never"];
    const first = await workspace.setup(tree, commands, signal);
    expect(first).toMatchObject({
      ok: false,
      failed: { command: commands[1], result: { exitCode: 3, stderr: expect.stringMatching(/^[0-9a-f-]{36}\n$/) } },
    });
    expect(await workspace.setup(tree, commands, signal)).toEqual(first);
    await expect(workspace.setup(tree, ["sleep 20"], AbortSignal.abort())).rejects.toMatchObject({ name: "Interrupted" });
    expect(await workspace.setup(tree, ["true"], signal)).toMatchObject({ ok: true });
  },
);

it.each(SANDBOXES)(
  "$name: the throw-away repository has one commit with exactly the tree's files, and no way back to ours",
  async ({ make }) => {
    const { workspace, tree } = stage(make);
    const site = await workspace.open(tree, { git: true });
    expect(await sh(site, "git rev-list --all --count; git remote; git status --porcelain")).toBe("1\n");
    expect((await sh(site, "git ls-files")).trim().split("\n").sort()).toEqual([...(await workspace.paths(tree))]);
    expect((await sh(site, "git rev-parse HEAD^{tree}")).trim()).toBe(tree);
    expect((await sh(await workspace.open(tree, { git: true }), "git rev-parse HEAD")).trim()).toBe(
      (await sh(site, "git rev-parse HEAD")).trim(),
    );
    expect(await sh(await workspace.open(tree, { git: false }), "ls -d .git || echo none")).toBe("none\n");
  },
);

it.each(SANDBOXES)("$name: close removes the folder, whatever was done to it, and may be called twice", async ({ make }) => {
  const { workspace, temp, tree } = stage(make);
  const site = await workspace.open(tree, { git: true });
  await sh(site, "mkdir -p deep/er; echo x > deep/er/f; chmod 000 deep/er/f deep/er; chmod 500 deep");
  await Promise.all([site.close(), site.close()]);
  await workspace.dispose();
  expect(readdirSync(temp)).toEqual([]);
  await expect((async () => workspace.snapshot(site, NONE))()).rejects.toThrow("bug: snapshot of a working copy that is closed");
});

it.each(SANDBOXES)("$name: the user's status, index, HEAD, refs and files are the same after a whole cycle", async ({ make }) => {
  const { workspace, repository, tree } = stage(make);
  await sh(await workspace.open(tree, { git: false }), "true");
  const before = repository.state();
  await workspace.setup(tree, ["echo x > made"], signal);
  const site = await workspace.open(tree, { git: true });
  await sh(site, "echo y > README.md; git add -A; git commit -qm own --author='A <a@b>' || true");
  const { tree: next } = await workspace.snapshot(site, NONE);
  const parent = repository.git("rev-parse", "HEAD");
  await workspace.commit({ tree: next, parent, message: "m", at: 0 });
  await site.close();
  expect(repository.state()).toBe(before);
});
