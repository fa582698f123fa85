/** What the checks of the house share: its root, its files, a small tree to plant faults in, and its tools as processes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Paths from the root and their contents. */
export type Tree = Readonly<Record<string, string>>;

/** A temporary folder that holds copies of the house's own configuration and whatever is planted beside it. */
export interface Plot {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Lays out a plot. `modules`: whether the house's packages are at hand in it. */
export async function plot(configuration: readonly string[], tree: Tree, { modules }: { readonly modules: boolean }): Promise<Plot> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "loopwright-plot-")));
  for (const file of configuration) await copyFile(join(ROOT, file), join(folder, file));
  if (modules) await symlink(await realpath(join(ROOT, "node_modules")), join(folder, "node_modules"));
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the house's own tools in a folder, to its end. `env` is added to ours. */
export async function tool(
  name: string,
  args: readonly string[],
  { folder, env }: { readonly folder: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  const child = spawn(join(ROOT, "node_modules/.bin", name), args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: typeof code === "number" ? code : null, stdout, stderr };
}

/** The source files below a folder of the house, by their paths from its root; none where there is no such folder. */
export function sourceFiles(folder: string): readonly string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort();
}
