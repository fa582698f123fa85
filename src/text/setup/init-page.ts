/** The terminal page of `loopwright init`: what was tried, which files there are, what is left to do. */
import { pageOf, wrapped } from "#text/terminal/layout.ts";
import type { SetupStep } from "./setup-steps.ts";

/** A way that was tried: its commands, and what came of it. */
export interface TriedLine {
  readonly commands: readonly string[];
  readonly works: boolean;
  readonly says: string;
}

/**
 * `missing`: it is to be written. `same`: it stands there as it would be written. `other`: another is there. `there`:
 * it is there, and may say what its owner wants.
 */
export interface SetupFile {
  readonly path: string;
  readonly text: string;
  readonly state: "missing" | "same" | "other" | "there";
}

export interface InitPage {
  readonly tried: readonly TriedLine[];
  readonly files: readonly SetupFile[];
  readonly steps: readonly SetupStep[];
  /** Whether what is missing is only shown, is written now, or was only looked for: then nothing was tried. */
  readonly mode: "shown" | "written" | "checked";
}

/** The page. */
export function initPage({ tried, files, steps, mode }: InitPage): string {
  const shown = mode === "shown" ? files.filter(({ state }) => state === "missing") : [];
  return pageOf([
    ...(mode === "checked" ? [] : [["How it is set up and tested", ...tried.map(triedLine)].join("\n")]),
    ["Files", ...files.map((file) => fileLine(file, mode))].join("\n"),
    ...shown.map(({ path, text }) => `${path}:\n\n${text.trimEnd().replace(/^(?=.)/gm, "    ")}`),
    ["Left to do", ...steps.map(stepLines)].join("\n"),
    ...(shown.length === 0 ? [] : ["Nothing is written yet. To write it, say the same with --yes."]),
  ]);
}

function triedLine({ commands, works, says }: TriedLine): string {
  return wrapped(works ? "  ok  " : "  NO  ", commands.length === 0 ? says : `${commands.join(", ")}: ${says}`);
}

const MISSING = { shown: "would be written", written: "written", checked: "is missing" } as const;

function fileLine({ path, state }: SetupFile, mode: InitPage["mode"]): string {
  const says = {
    missing: MISSING[mode],
    same: "is there, as it would be written",
    other: "is there, and is another: it stays as it is",
    there: "is there",
  }[state];
  return `  ${path.padEnd(34)}${says}`;
}

function stepLines({ what, where, command }: SetupStep, index: number): string {
  const head = `  ${index + 1}. `;
  const blank = " ".repeat(head.length);
  return [wrapped(head, what), wrapped(blank, where), ...(command === null ? [] : [`${blank}${command}`])].join("\n");
}
