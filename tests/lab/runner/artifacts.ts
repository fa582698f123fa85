/** `actions/upload-artifact` and `actions/download-artifact`, played with a folder of the run for each artifact. */
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import * as z from "zod";
import type { Conclusion } from "../actions/dispatched.ts";
import type { Desk, StepPhases } from "./phase.ts";
import { write } from "./space.ts";
import { withOf } from "./with.ts";

const Name = z.string().regex(/^[^":<>|*?\r\n\\/]+$/, { error: "this is no name for an artifact" });

const Upload = z.strictObject({
  name: Name.default("artifact"),
  path: z.string(),
  "if-no-files-found": z.enum(["warn", "error", "ignore"]).default("warn"),
  "retention-days": z.string().default("0"),
  "compression-level": z.string().default("6"),
});

const Download = z.strictObject({ name: Name.optional(), path: z.string().default(".") });

export const uploadPhases: StepPhases = { main: upload };
export const downloadPhases: StepPhases = { main: download };

async function upload(desk: Desk): Promise<Conclusion> {
  const { space, outputs } = desk;
  const inputs = withOf("actions/upload-artifact", Upload, desk);
  const paths = inputs.path.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  const pattern = paths.find((path) => /[*?[\]]|^!/.test(path));
  if (pattern !== undefined)
    throw new Error(`actions/upload-artifact: the pattern ${pattern} is not built in this runner; name files or folders`);
  const found = paths.map((path) => resolve(space.folders.workspace, path)).filter((path) => existsSync(path));
  if (found.length === 0) return missing(inputs["if-no-files-found"], inputs.path, desk);
  const folder = join(space.attempt.artifacts, inputs.name);
  if (existsSync(folder)) throw new Error(`actions/upload-artifact: an artifact with the name ${inputs.name} is there already`);
  const root = await rootOf(found);
  await mkdir(folder, { recursive: true });
  for (const path of found)
    await cp(path, join(folder, relative(root, path)), { recursive: true, filter: (each) => !isHidden(each, path) });
  outputs.set("artifact-id", inputs.name);
  write(space, `Artifact ${inputs.name} was stored`);
  return "success";
}

function missing(how: "warn" | "error" | "ignore", path: string, { space }: Desk): Conclusion {
  const level = { warn: "##[warning]", error: "##[error]", ignore: "" }[how];
  write(space, `${level}No files were found with the provided path: ${path}. No artifacts will be uploaded.`);
  return how === "error" ? "failure" : "success";
}

/** Files keep their place below the deepest folder that holds all that was named; one folder is that folder. */
async function rootOf(paths: readonly string[]): Promise<string> {
  const folders = await Promise.all(paths.map(async (path) => ((await stat(path)).isDirectory() ? path : dirname(path))));
  return folders.reduce((root, folder) => {
    let shared = root;
    while (relative(shared, folder).startsWith("..")) shared = dirname(shared);
    return shared;
  });
}

/** Since version 4.4 hidden files below a folder are left out. */
function isHidden(path: string, named: string): boolean {
  return path !== named && basename(path).startsWith(".");
}

async function download(desk: Desk): Promise<Conclusion> {
  const { space, outputs } = desk;
  const { name, path } = withOf("actions/download-artifact", Download, desk);
  const { artifacts } = space.attempt;
  const folder = resolve(space.folders.workspace, path);
  const names = name === undefined ? await readdir(artifacts) : [name];
  if (name !== undefined && !existsSync(join(artifacts, name)))
    throw new Error(`Unable to download artifact(s): Artifact not found for name: ${name}`);
  // One artifact goes into the folder itself, all of them into folders of their names.
  for (const each of names) await cp(join(artifacts, each), name === undefined ? join(folder, each) : folder, { recursive: true });
  outputs.set("download-path", folder);
  return "success";
}
