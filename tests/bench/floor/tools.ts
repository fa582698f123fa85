/** The floor has six tools; each does the least that its work takes. */
import { readFile, writeFile } from "node:fs/promises";
import type { Input } from "./message.ts";
import { clipped, run } from "./shell.ts";

const TEXT = { type: "string" };
const NUMBER = { type: "integer" };

/** A tool as the model is told of it, in the form of Anthropic's API. */
function tool(name: string, description: string, properties: object, required: readonly string[]): object {
  return { name, description, input_schema: { type: "object", properties, required } };
}

const PART = { path: TEXT, offset: NUMBER, limit: NUMBER };
const EDIT = { path: TEXT, old_string: TEXT, new_string: TEXT };
const SEARCH = { pattern: TEXT, path: TEXT, glob: TEXT };

/** All of them. */
export const TOOLS: readonly object[] = [
  tool("read_file", "Read a text file. Lines are numbered from 1 on.", PART, ["path"]),
  tool("write_file", "Create or overwrite a file.", { path: TEXT, content: TEXT }, ["path", "content"]),
  tool("edit_file", "Replace one exact, unique string in a file.", EDIT, Object.keys(EDIT)),
  tool("exec", "Run a shell command in the repository.", { command: TEXT, timeout_ms: NUMBER }, ["command"]),
  tool("grep", "Search file contents with a regular expression.", SEARCH, ["pattern"]),
  tool("glob", "List files by a glob pattern.", { pattern: TEXT }, ["pattern"]),
];

const RUNS: Readonly<Record<string, (input: Input) => Promise<string>>> = {
  read_file: async ({ path = "", offset = 1, limit = 2_000 }) => {
    const first = Number(offset) - 1;
    const lines = (await readFile(path, "utf8")).split("\n").slice(first, first + Number(limit));
    return clipped(lines.map((line, index) => `${first + index + 1}\t${line}`).join("\n"));
  },
  write_file: async ({ path = "", content = "" }) => {
    await writeFile(path, content);
    return "written";
  },
  edit_file: edit,
  exec: ({ command = "" }) => run("/bin/sh", ["-c", command]),
  grep: ({ pattern = "" }) => run("git", ["grep", "-nE", pattern]),
  glob: ({ pattern = "" }) => run("git", ["ls-files", pattern]),
};

async function edit({ path = "", old_string = "", new_string = "" }: Input): Promise<string> {
  const [before, after, ...more] = (await readFile(path, "utf8")).split(old_string);
  if (after === undefined || more.length > 0) throw new Error("old_string must occur exactly once");
  await writeFile(path, `${before}${new_string}${after}`);
  return "edited";
}

/** Runs a tool by its name. Throws an `Error` that says why it did not work, for the model. */
export async function runTool(name: string, input: Input): Promise<string> {
  const work = RUNS[name];
  if (work === undefined) throw new Error(`there is no tool ${name}`);
  return (await work(input)) || "(no output)";
}
