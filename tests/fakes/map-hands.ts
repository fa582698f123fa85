/** Hands over a map of files, and commands answered by a function: for tests of what uses hands, not of hands. */
import { type ExecOptions, type ExecResult, Refused, type SearchMatch, type ToolAccess } from "#ports/tool-access.ts";

export type Answer = (command: string, options: ExecOptions) => Partial<ExecResult> | Promise<Partial<ExecResult>>;

export interface MapHands extends ToolAccess {
  readonly files: Map<string, string>;
  /** Every command that was run, with its time. */
  readonly commands: readonly { readonly command: string; readonly timeout: number }[];
}

/** Paths are refused as `Files` says: missing, or leaving the root. Globs know `*` as anything; the newest file is the last one added. */
export function mapHands(files: Readonly<Record<string, string>> = {}, answer: Answer = () => ({})): MapHands {
  const map = new Map(Object.entries(files));
  const commands: { command: string; timeout: number }[] = [];
  const below = (path: string | undefined) =>
    [...map].filter(([name]) => path === undefined || name.startsWith(`${path}/`) || name === path);
  return {
    files: map,
    commands,
    read: async (path) => {
      const text = map.get(inside(path));
      if (text === undefined) throw new Refused(`${path}: no such file`);
      return text;
    },
    write: async (path, content) => {
      map.delete(path);
      map.set(inside(path), content);
    },
    remove: async (path) => {
      map.delete(inside(path));
    },
    grep: async (pattern, { path, limit }) =>
      below(path)
        .flatMap(([name, text]) => matchesIn(name, text, pattern))
        .slice(0, limit),
    glob: async (pattern, { path, limit }) => {
      const shape = new RegExp(
        `^${pattern
          .split("*")
          .map((part) => part.replace(/[^\w/]/g, "\\$&"))
          .join(".*")}$`,
      );
      const names = below(path).map(([name]) => name);
      return names
        .filter((name) => shape.test(name))
        .reverse()
        .slice(0, limit);
    },
    exec: async (command, options) => {
      commands.push({ command, timeout: options.timeout });
      return {
        exitCode: 0,
        stdout: "",
        stderr: "",
        omitted: 0,
        killed: null,
        ms: 1,
        folder: "/workspace",
        ...(await answer(command, options)),
      };
    },
  };
}

function inside(path: string): string {
  if (path.startsWith("/") || path.split("/").includes("..")) throw new Refused(`${path}: outside the root`);
  return path;
}

function matchesIn(path: string, text: string, pattern: string): readonly SearchMatch[] {
  const lines = text.split("\n").map((line, index) => ({ path, line: index + 1, text: line }));
  return lines.filter((line) => expression(pattern).test(line.text));
}

function expression(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch (error) {
    throw new Refused(`not a regular expression: ${pattern}`, { cause: error });
  }
}
