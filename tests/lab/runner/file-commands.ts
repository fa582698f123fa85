/** The files by which a step gives outputs, state, variables, paths and a summary to the runner. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Variable of the step's environment, and how the runner names the file. */
const FILES = {
  GITHUB_OUTPUT: "set_output",
  GITHUB_STATE: "save_state",
  GITHUB_ENV: "set_env",
  GITHUB_PATH: "add_path",
  GITHUB_STEP_SUMMARY: "step_summary",
} as const;

export type FileCommand = keyof typeof FILES;

export interface CommandFiles {
  /** Where each file lies, by its variable. */
  readonly environment: Readonly<Record<FileCommand, string>>;
  /** What the step wrote; nothing when it took the file away. */
  read(command: FileCommand): Promise<string>;
}

/** Empty files for one process, in a folder of the runner below `temp`. */
export async function commandFiles(temp: string): Promise<CommandFiles> {
  const folder = join(temp, "_runner_file_commands");
  await mkdir(folder, { recursive: true });
  const id = randomUUID();
  const place = (command: FileCommand): string => join(folder, `${FILES[command]}_${id}`);
  const environment = {
    GITHUB_OUTPUT: place("GITHUB_OUTPUT"),
    GITHUB_STATE: place("GITHUB_STATE"),
    GITHUB_ENV: place("GITHUB_ENV"),
    GITHUB_PATH: place("GITHUB_PATH"),
    GITHUB_STEP_SUMMARY: place("GITHUB_STEP_SUMMARY"),
  };
  for (const file of Object.values(environment)) await writeFile(file, "");
  return { environment, read: (command) => readIfThere(environment[command]) };
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

/**
 * The pairs in such a file: `name=value`, or `name<<END`, lines, `END`. Later ones come later. Throws an `Error` that shows the
 * line that is neither. https://github.com/actions/runner/blob/main/src/Runner.Worker/FileCommandManager.cs
 */
export function pairsOf(text: string): readonly (readonly [string, string])[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const pairs: [string, string][] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) if (line !== "") pairs.push(pairOf(line, lines));
  return pairs;
}

function pairOf(line: string, following: string[]): [string, string] {
  const [equals, heredoc] = [line.indexOf("="), line.indexOf("<<")];
  if (equals > 0 && (heredoc === -1 || equals < heredoc)) return [line.slice(0, equals), line.slice(equals + 1)];
  const [name, end] = [line.slice(0, Math.max(heredoc, 0)), line.slice(heredoc + 2)];
  if (heredoc < 1 || equals === 0 || end === "") throw new Error(`Invalid format '${line}'`);
  const length = following.indexOf(end);
  if (length === -1) throw new Error(`Invalid value. Matching delimiter not found '${end}'`);
  return [
    name,
    following
      .splice(0, length + 1)
      .slice(0, length)
      .join("\n"),
  ];
}
