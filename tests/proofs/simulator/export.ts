/** The simulated repository as a real one in a folder, for git itself to judge. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import type { SimulatedGitHub } from "./github/github.ts";

/** Writes every object as a loose one, and every ref, into a bare repository in a folder that is empty. */
export async function exported({ state, refs }: SimulatedGitHub, folder: string): Promise<void> {
  const put = async (path: string, content: string | Buffer): Promise<void> => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  await put("HEAD", "ref: refs/heads/main\n");
  await put("config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
  for (const { sha, kind, content } of state.objects.all()) {
    const bytes = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content]);
    await put(`objects/${sha.slice(0, 2)}/${sha.slice(2)}`, deflateSync(bytes));
  }
  for (const { name, sha } of refs()) await put(name, `${sha}\n`);
}
