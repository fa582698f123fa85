/** What the setup commands added to the base tree: found once, copied into every site. */
import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import type { Listing } from "#adapters/git/objects/listing.ts";
import { foldersOf } from "#core/analysis/changes/tree-names.ts";
import { Failure } from "#ports/failure.ts";

/** `added`: the topmost paths that the tree does not hold, to be copied whole. `files`: every file and link in them. */
export interface SetupProducts {
  readonly folder: string;
  readonly added: readonly string[];
  readonly files: ReadonlySet<string>;
}

/** Compares a folder in which setup ran with the tree that it was made from; `.git` does not count. */
export async function findProducts(folder: string, listing: Listing): Promise<SetupProducts> {
  const known = new Set([...listing.files.values()].flatMap(({ path }) => [path, ...foldersOf(path)]));
  const added: string[] = [];
  const files = new Set<string>();
  for await (const { path, parent, isFolder } of walk(folder, "")) {
    if (known.has(path)) continue;
    if (parent === "" || known.has(parent)) added.push(path);
    if (!isFolder) files.add(path);
  }
  return { folder, added, files };
}

interface Found {
  readonly path: string;
  readonly parent: string;
  readonly isFolder: boolean;
}

async function* walk(folder: string, parent: string): AsyncGenerator<Found> {
  for (const entry of await entriesOf(join(folder, parent))) {
    const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
    // A name that is not UTF-8 cannot be said again; inside a folder that is copied whole it travels all the same.
    if (path === ".git" || entry.name.includes("\uFFFD")) continue;
    const isFolder = entry.isDirectory();
    yield { path, parent, isFolder };
    if (isFolder) yield* walk(folder, path);
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    throw new Failure("sandbox", `setup left a folder that cannot be read: ${folder}; let the setup commands make it readable`, {
      retryable: false,
      cause,
    });
  }
}

/** Copies the products into a site. What the site's tree holds is never overwritten, and no link is followed. */
export async function copyProducts(products: SetupProducts, to: string): Promise<void> {
  const ready: string[] = [];
  const visit = async (path: string): Promise<void> => {
    const there = await kindOf(join(to, path));
    if (there === null) {
      ready.push(path);
      return;
    }
    if (there === "folder" && (await kindOf(join(products.folder, path))) === "folder") {
      for (const entry of await entriesOf(join(products.folder, path))) await visit(`${path}/${entry.name}`);
    }
  };
  for (const path of products.added) if (await hasPlace(to, path)) await visit(path);
  for (let from = 0; from < ready.length; from += 500) await copy(products.folder, ready.slice(from, from + 500), to);
}

/** Whether every folder above the path is a real folder of the site: its tree may hold a file or a link there, or nothing. */
async function hasPlace(to: string, path: string): Promise<boolean> {
  const kinds = await Promise.all(foldersOf(path).map((folder) => kindOf(join(to, folder))));
  return kinds.every((kind) => kind === "folder");
}

async function kindOf(path: string): Promise<"folder" | "other" | null> {
  const stat = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
  if (stat === null) return null;
  return stat.isDirectory() ? "folder" : "other";
}

/** `cp` and not Node: it is several times as fast on a `node_modules`, shares blocks where the disk can, and keeps times and links. */
async function copy(from: string, paths: readonly string[], to: string): Promise<void> {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), join(from, path)]);
  }
  for (const [folder, sources] of byFolder) {
    const flags = process.platform === "linux" ? ["-a", "--reflink=auto"] : ["-a"];
    const result = await execa("cp", [...flags, "--", ...sources, join(to, folder)], { reject: false, env: { LC_ALL: "C" } });
    if (result.failed) {
      throw new Failure("sandbox", `what setup added cannot be copied into a site: ${result.stderr.slice(-500)}`, {
        retryable: false,
        cause: result.cause,
      });
    }
  }
}
