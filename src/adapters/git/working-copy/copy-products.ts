/** Copies what the setup commands added into a working copy. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { foldersOf } from "#core/analysis/changes/tree-names.ts";
import { Failure } from "#ports/failure.ts";
import { entriesOf, type SetupProducts } from "./products.ts";

/** Copies the products into a working copy. It never overwrites a file of the tree and follows no link. */
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

/**
 * True when every folder above the path is a real folder of the working copy: its tree may hold a file or a link there,
 * or nothing.
 */
export async function hasPlace(to: string, path: string): Promise<boolean> {
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

/**
 * Uses `cp` and not Node: it is several times as fast for a `node_modules`, shares blocks where the disk can, and keeps
 * times and links.
 */
async function copy(from: string, paths: readonly string[], to: string): Promise<void> {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), join(from, path)]);
  }
  for (const [folder, sources] of byFolder) {
    const flags = process.platform === "linux" ? ["-a", "--reflink=auto"] : ["-a"];
    const result = await execa("cp", [...flags, "--", ...sources, join(to, folder)], {
      reject: false,
      env: { LC_ALL: "C" },
    });
    if (result.failed) {
      throw new Failure("sandbox", `what setup added cannot be copied into a site: ${result.stderr.slice(-500)}`, {
        retryable: false,
        cause: result.cause,
      });
    }
  }
}
