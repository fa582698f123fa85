/** The terminal page of `loopwright init`: what was tried, which files there are, what is left to do. */
import { pageOf, wrapped } from "#text/terminal/layout.ts";
import type { SetupStep } from "./setup-steps.ts";

/** A way that was tried: its commands, and what came of it. */
export interface TriedLine {
  readonly commands: readonly string[];
  readonly works: boolean;
  readonly says: string;
}

/** `missing`: it would be written. `same`: it stands there as it would be written. `other`: another is there. */
export interface SetupFile {
  readonly path: string;
  readonly text: string;
  readonly state: "missing" | "same" | "other";
}

export interface InitPage {
  readonly tried: readonly TriedLine[];
  readonly files: readonly SetupFile[];
  readonly steps: readonly SetupStep[];
  /** Whether what was missing is written now. */
  readonly written: boolean;
}

/** The page. */
export function initPage({ tried, files, steps, written }: InitPage): string {
  const missing = files.filter(({ state }) => state === "missing");
  const ends = missing.length === 0 ? "" : "Nothing is written yet. To write it, say the same with --yes.";
  return pageOf([
    ["How it is set up and tested", ...tried.map(triedLine)].join("\n"),
    ["Files", ...files.map((file) => fileLine(file, written))].join("\n"),
    ...(written ? [] : missing.map(({ path, text }) => `${path}:\n\n${text.trimEnd().replace(/^(?=.)/gm, "    ")}`)),
    ["Left to do", ...steps.map(stepLines)].join("\n"),
    ...(written || ends === "" ? [] : [ends]),
  ]);
}

function triedLine({ commands, works, says }: TriedLine): string {
  return wrapped(works ? "  ok  " : "  NO  ", commands.length === 0 ? says : `${commands.join(", ")}: ${says}`);
}

function fileLine({ path, state }: SetupFile, written: boolean): string {
  const says = {
    missing: written ? "written" : "would be written",
    same: "is there, as it would be written",
    other: "is there, and is another: it stays as it is",
  }[state];
  return `  ${path.padEnd(34)}${says}`;
}

function stepLines({ what, where, command }: SetupStep, index: number): string {
  const head = `  ${index + 1}. `;
  const blank = " ".repeat(head.length);
  return [wrapped(head, what), wrapped(blank, where), ...(command === null ? [] : [`${blank}${command}`])].join("\n");
}
