/**
 * Writes what stands before the first fold of a pull request: what changed, how it was proven, what was not checked.
 */
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { fold, list } from "#text/format/table.ts";
import { clipWords, linesWithin } from "#text/format/word-count.ts";
import { inline } from "#text/sanitize/quote.ts";
import { notChecked, provenLines, warnings } from "#text/sections/reviewer-notes.ts";

/** Words of a line. */
const LINE = 12;

/** A titled list before the first fold, with all of it below where words were left out. */
export interface BriefList {
  readonly shown: string;
  readonly whole: string;
}

/** `short`: the same lines as `lines`, clipped where they are long. `most`: words. */
function brief(title: string, lines: readonly string[], most: number, short = lines): BriefList {
  const shown = linesWithin(short, most);
  const isWhole = shown.length === lines.length && shown.every((line, index) => line === lines[index]);
  return {
    shown: shown.length === 0 ? "" : `**${title}**\n${list(shown)}`,
    whole: isWhole ? "" : fold(`${title}, in full`, list(lines)),
  };
}

/** The lists of a pull request. Before the first fold they have, with the lines above them, at most 150 words. */
export function briefLists(run: Run): readonly BriefList[] {
  const { deliverables } = planOf(run).objective;
  const toConfirm = run.checklist.filter(({ outcome }) => outcome === "person").map(({ text }) => text);
  const clipped = (texts: readonly string[]): readonly string[] => texts.map((text) => inline(clipWords(text, LINE)));
  return [
    brief("What changed", deliverables.map(inline), 24, clipped(deliverables)),
    brief("How it was proven", provenLines(run), 20),
    brief("Not checked", notChecked(run), 20),
    brief("Warnings", warnings(run), 14),
    brief("For you to confirm", toConfirm.map(inline), 8, clipped(toConfirm)),
  ];
}
