/** Names the gate by the program that it is part of: what another program decided does not count for this one. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { digestOf, sha256 } from "#core/values/digest.ts";

/** The digest of all files of the command line in a folder. Throws errors of the file system. */
export async function programDigest(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith(".mjs") && (name.startsWith("cli") || name === "tool-host.mjs"),
  );
  const files = names.sort().map(async (name) => [name, sha256(await readFile(join(folder, name), "latin1"))]);
  return digestOf(await Promise.all(files));
}
