/** A bare repository on disk that shows what the API shows: the same refs, the same objects with the same SHAs. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import * as z from "zod";
import { BlobAnswer, blobOf, CommitAnswer, commitOf, type GitObject, TreeAnswer, treeOf } from "./git-object.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { read } from "./thing.ts";

export interface Mirror {
  /** Brings the repository on disk up to date. Throws where an object would get another SHA. */
  update(repository: RepositoryOptions): Promise<void>;
}

/** Where the API is. */
type Source = Pick<Lab, "state">;

/** Refs that must move together, all or none, are not built: no client is offered that. */
const CONFIG =
  "[core]\n\trepositoryformatversion = 0\n\tbare = true\n" +
  "[uploadpack]\n\tallowAnySHA1InWant = true\n\tallowFilter = true\n" +
  "[http]\n\treceivepack = true\n[receive]\n\tadvertiseAtomic = false\n";
const Refs = z.array(z.object({ ref: z.string(), object: z.object({ sha: z.string(), type: z.string() }) }));
const pack = promisify(deflate);

/** Repositories lie below `root` as `<owner>/<name>.git`. Updates of one wait for each other. */
export function mirrorOf(lab: Source, root: string): Mirror {
  const written = new Map<string, Set<string>>();
  const turns = new Map<string, Promise<void>>();
  return {
    update(repository) {
      const name = fullName(repository);
      const known = written.get(name) ?? new Set<string>();
      written.set(name, known);
      const next = (turns.get(name) ?? Promise.resolve()).then(() => update(lab, repository, { folder: join(root, `${name}.git`), known }));
      turns.set(
        name,
        next.catch(() => undefined),
      );
      return next;
    },
  };
}

interface Store {
  readonly folder: string;
  /** SHAs that lie on disk with all that they name. */
  readonly known: Set<string>;
}

async function update(lab: Source, repository: RepositoryOptions, store: Store): Promise<void> {
  const { folder, known } = store;
  await mkdir(join(folder, "objects"), { recursive: true });
  await mkdir(join(folder, "refs"), { recursive: true });
  if (known.size === 0) {
    await writeFile(join(folder, "config"), CONFIG);
    await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
  }
  const refs = Refs.parse(await read(lab, `/repos/${fullName(repository)}/git/matching-refs/refs%2F`)).filter(
    ({ object }) => object.type === "commit",
  );
  for (const { object } of refs) await writeCommits(object.sha, lab, repository, store);
  const lines = refs.map(({ ref, object }) => `${object.sha} ${ref}\n`).sort((a, b) => (a.slice(41) < b.slice(41) ? -1 : 1));
  // Replaced in one go: a reader sees all refs as they were or as they are.
  await writeFile(join(folder, "packed-refs.new"), `# pack-refs with: sorted \n${lines.join("")}`);
  await rename(join(folder, "packed-refs.new"), join(folder, "packed-refs"));
}

/** A commit and its history, oldest first, so that nothing on disk names what is not there. */
async function writeCommits(head: string, lab: Source, repository: RepositoryOptions, store: Store): Promise<void> {
  const todo: { readonly sha: string; readonly commit: z.infer<typeof CommitAnswer> }[] = [];
  const open = [head];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    if (store.known.has(sha) || todo.some((one) => one.sha === sha)) continue;
    const commit = CommitAnswer.parse(await read(lab, `/repos/${fullName(repository)}/git/commits/${sha}`));
    todo.push({ sha, commit });
    open.push(...commit.parents.map((parent) => parent.sha));
  }
  for (const { sha, commit } of todo.reverse()) {
    await writeTree(commit.tree.sha, lab, repository, store);
    await put(sha, commitOf(commit), store);
  }
}

async function writeTree(sha: string, lab: Source, repository: RepositoryOptions, store: Store): Promise<void> {
  if (store.known.has(sha)) return;
  const path = `/repos/${fullName(repository)}/git`;
  const tree = TreeAnswer.parse(await read(lab, `${path}/trees/${sha}`));
  for (const entry of tree.tree) {
    if (entry.type === "tree") await writeTree(entry.sha, lab, repository, store);
    if (entry.type === "blob" && !store.known.has(entry.sha)) await put(entry.sha, await blobAt(`${path}/blobs/${entry.sha}`, lab), store);
  }
  await put(sha, treeOf(tree), store);
}

/** Octokit reads integers of any size, for which it runs out of stack at 10 MB of JSON, and gives text: plain JSON will do here. */
async function blobAt(path: string, { state }: Source): Promise<GitObject> {
  const { data } = await state.admin.request(`GET ${path}`, { request: { parseSuccessResponseBody: false } });
  return blobOf(BlobAnswer.parse(await new Response(data).json()));
}

async function put(expected: string, { sha, bytes }: GitObject, { folder, known }: Store): Promise<void> {
  if (sha !== expected) throw new Error(`the API shows ${expected}, git would call it ${sha}`);
  const place = join(folder, "objects", sha.slice(0, 2));
  await mkdir(place, { recursive: true });
  await writeFile(join(place, sha.slice(2)), await pack(bytes), { mode: 0o444 });
  known.add(sha);
}
