/** The files of a folder as the loopback GitHub takes them. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { RepositoryOptions } from "../../../lab/github/options.ts";

/** All files below `folder` but those of git. What is no UTF-8 goes as bytes. */
export async function filesBelow(folder: string): Promise<RepositoryOptions["files"]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const own = paths.filter((path) => !relative(folder, path).startsWith(".git/"));
  return Object.fromEntries(await Promise.all(own.map(async (path) => [relative(folder, path), contentOf(await readFile(path))] as const)));
}

function contentOf(bytes: Buffer): string | Uint8Array {
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) && !text.includes("\0") ? text : bytes;
}
