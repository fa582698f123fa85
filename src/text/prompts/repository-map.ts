/**
 * The map of a repository for whoever changes its files: its folders, some of its files, the commands that check it,
 * and how its README begins. At most 3 KB.
 */
import type { Config } from "#core/config/config.ts";
import { clip } from "#text/format/shorten.ts";
import { fence } from "#text/sanitize/quote.ts";
import { block } from "./data.ts";

/** `paths`: all files. `relevant`: those that the issue seems to be about. `readme` is null where there is none. */
export interface RepositoryMap {
  readonly paths: readonly string[];
  readonly relevant: readonly string[];
  readonly checks: Config["checks"];
  readonly readme: string | null;
}

/** Bytes of each part, and characters of a command. */
const FOLDERS = 400;
const RELEVANT = 400;
const FILES = 700;
const CHECKS = 300;
const COMMAND = 200;
const README = 600;

const encoder = new TextEncoder();

/** Two blocks of data; empty for a repository without files. Names of files and the README are untrusted text. */
export function repositoryMap({ paths, relevant, checks, readme }: RepositoryMap): string {
  if (paths.length === 0) return "";
  const commands = Object.entries(checks).flatMap(([name, command]) =>
    command === null ? [] : [clip(`${name}: ${command}`, COMMAND)],
  );
  const map = block("map of the repository", "repository", [
    `Files: ${paths.length}`,
    ...part("Folders, with how many files are in each", foldersIn(paths), FOLDERS),
    ...part("Files that the issue may be about", relevant, RELEVANT),
    ...part("Files, those nearest to the root first", shallowFirst(paths), FILES),
    ...part("Commands that check it", commands, CHECKS),
  ]);
  if (readme === null || readme.trim() === "") return map;
  return `${map}\n\n${fence("how the README begins", "repository", startOf(readme.trim(), README))}`;
}

/** The path of a README at the root; null where there is none. */
export function readmeIn(paths: readonly string[]): string | null {
  return paths.find((path) => /^readme(?:\.(?:md|rst|txt|adoc))?$/i.test(path)) ?? null;
}

/** The folders at the root, the fullest first. */
function foldersIn(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const [folder = "", ...rest] = path.split("/");
    if (rest.length > 0) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([folder, count]) => `${folder}/ ${count}`);
}

const depthOf = (path: string): number => path.split("/").length;

function shallowFirst(paths: readonly string[]): readonly string[] {
  return [...paths].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
}

/** Whole characters only. */
function startOf(text: string, bytes: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read);
}

/** A heading and the first lines that fit, with how many are left out; nothing for no line. */
function part(heading: string, lines: readonly string[], bytes: number): readonly string[] {
  const fitting: string[] = [];
  let room = bytes;
  for (const line of lines) {
    room -= encoder.encode(line).length + 3;
    if (room < 0) break;
    fitting.push(`  ${line}`);
  }
  const more = lines.length - fitting.length;
  return lines.length === 0 ? [] : [`${heading}:`, ...fitting, ...(more === 0 ? [] : [`  … and ${more} more`])];
}
