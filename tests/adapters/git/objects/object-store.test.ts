/** Single objects, written and read with few git processes. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { startGitAt } from "#adapters/git/command/git-command.ts";
import type { GitProcess } from "#adapters/git/command/run-git.ts";
import { type ObjectStore, objectStore } from "#adapters/git/objects/object-store.ts";
import { type Leaf, writeTree } from "#adapters/git/working-copy/write-tree.ts";
import { aRepository, plainGit, type Repository } from "../repository.ts";

interface Stage {
  readonly repository: Repository;
  readonly store: ObjectStore;
  readonly started: string[];
}

function stage(files: Readonly<Record<string, string | null>>): Stage {
  const repository = aRepository(files);
  const own = mkdtempSync(join(repository.home, "own-"));
  const started: string[] = [];
  const start = async (args: readonly string[]): Promise<GitProcess> => {
    started.push(args[0] ?? "");
    return startGitAt(repository.gitDir, own, args);
  };
  const store = objectStore(start, async () => own);
  onTestFinished(async () => {
    await store.close();
    repository.remove();
  });
  return { repository, store, started };
}

const ONE = { "a.txt": "1\n", "dir/b.txt": "2\n", "dir/deep/c.txt": "3\n" };
const idOf = ({ git }: Repository): string => git("rev-parse", "HEAD^{tree}");

it("answers many at once, each in its place, with one process for each kind", async () => {
  const { repository, store, started } = stage(ONE);
  const contents = Array.from({ length: 200 }, (_, at) => Buffer.from(`${at}\0ü\n`.repeat(at)));
  const ids = await Promise.all(contents.map((content) => store.writeBlob(content)));
  const trees = await Promise.all(ids.map((sha, at) => store.writeTree(new Map([[`f${at}`, { mode: "100644", sha }]]))));
  const read = await Promise.all(trees.map((tree) => store.tree(tree)));
  expect(read.map((entries) => [...entries])).toEqual(ids.map((sha, at) => [[`f${at}`, { mode: "100644", sha }]]));
  expect(repository.git("cat-file", "-s", ids[77] ?? "")).toBe(`${contents[77]?.length}`);
  expect(started).toEqual(["hash-object", "mktree", "cat-file"]);
});

it("reads each content once, with the process that reads folders", async () => {
  const { repository, store, started } = stage(ONE);
  const id = repository.git("rev-parse", "HEAD:a.txt");
  expect((await Promise.all([store.blob(id), store.blob(id), store.tree(idOf(repository))])).map(String)[0]).toBe("1\n");
  const first = await store.blob(id);
  expect([first.toString(), (await store.blob(id)) === first, started]).toEqual(["1\n", true, ["cat-file"]]);
  await expect(store.blob(idOf(repository))).rejects.toThrow(/wanted the blob/);
  await expect(store.blob("0".repeat(40))).rejects.toThrow(/missing/);
});

it("keeps what it does not know: a submodule, an old mode, a name of any bytes", async () => {
  const { repository, store } = stage(ONE);
  const [sha, commit] = [await store.writeBlob(Buffer.from("x")), repository.git("rev-parse", "HEAD")];
  const entries = new Map([
    ['b\xFFad\n"name', { mode: "100664", sha }],
    ["link", { mode: "120000", sha }],
    ["module", { mode: "160000", sha: commit }],
  ]);
  const tree = await store.writeTree(entries);
  expect(await store.tree(tree)).toEqual(entries);
  const grown = await writeTree(store, tree, [{ path: "new/file", mode: "100755", sha }]);
  expect([...(await store.tree(grown)).keys()]).toEqual([...entries.keys(), "new"]);
});

it("says what is no tree, and what git dies of, and answers again", async () => {
  const { repository, store, started } = stage(ONE);
  const failure = (why: RegExp) => ({ service: "git", retryable: false, message: expect.stringMatching(why) });
  await expect(store.tree("0".repeat(40))).rejects.toMatchObject(failure(/wanted the tree 0{40}, was told "0{40} missing"/));
  const blob = await store.writeBlob(Buffer.from("x"));
  await expect(store.tree(blob)).rejects.toMatchObject(failure(/was told "[0-9a-f]{40} blob 1"/));
  const gone = store.writeTree(new Map([["a", { mode: "100644", sha: "1".repeat(40) }]]));
  const behind = store.writeTree(new Map());
  await expect(gone).rejects.toMatchObject(failure(/git mktree -z --batch did not answer: .*1{40}/s));
  await expect(behind).rejects.toMatchObject(failure(/did not answer/));
  expect(await store.writeTree(await store.tree(idOf(repository)))).toBe(idOf(repository));
  expect(started.filter((name) => name === "mktree")).toHaveLength(2);
});

it("ends its processes, as often as it is asked to, and starts them anew", async () => {
  const { repository, store, started } = stage(ONE);
  await store.close();
  expect(started).toEqual([]);
  for (const _ of [1, 2]) {
    await store.tree(idOf(repository));
    await store.close();
    await store.close();
  }
  expect(started).toEqual(["cat-file", "cat-file"]);
});

const NAMES = ["a.txt", "dir", "dir/b.txt", "dir/deep", "dir/deep/c.txt", "dir/new/d", "ü/é.txt", "z"];

it("makes the tree that git's own index makes of the same leaves", async () => {
  const { repository, store } = stage(ONE);
  const sha = await store.writeBlob(Buffer.from("written\n"));
  const leaf = fc.record({ path: fc.constantFrom(...NAMES), gone: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(leaf, { selector: ({ path }) => path, maxLength: 5 }), async (drawn) => {
      // What is set may not lie below what else is set: no tree holds both.
      const set = drawn.filter(({ gone }) => !gone).filter(({ path }, _, all) => !all.some((other) => path.startsWith(`${other.path}/`)));
      const gone = drawn.filter((one) => one.gone);
      const leaves = [
        ...gone.map(({ path }): Leaf => ({ path, mode: "0", sha: null })),
        ...set.map(({ path }): Leaf => ({ path, mode: "100755", sha })),
      ];
      expect(await writeTree(store, idOf(repository), leaves)).toBe(byIndex(repository, leaves));
    }),
    { numRuns: 60 },
  );
}, 120_000);

function byIndex({ folder }: Repository, leaves: readonly Leaf[]): string {
  plainGit(folder, "read-tree", "HEAD");
  for (const { path, mode, sha } of leaves) {
    if (sha === null) plainGit(folder, "update-index", "--force-remove", path);
    else plainGit(folder, "update-index", "--add", "--replace", "--cacheinfo", `${mode},${sha},${path}`);
  }
  return plainGit(folder, "write-tree").trim();
}
