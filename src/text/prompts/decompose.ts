/** Asks the decomposer how to split an atom that failed. */
import type { Run } from "#core/run/run.ts";
import type { AtomId } from "#core/tasks/atom.ts";
import { frame } from "./frame.ts";
import { atomBlocks } from "./probe.ts";

const TASK = [
  "Split the atom below, which was tried and failed, into two to four parts that together do all of it and nothing " +
    "else. Read only; change nothing.",
  "Each part can be done and seen to be done on its own, by one worker in one go, and goes round what the attempts " +
    "failed at.",
  "after: the numbers of the parts before it that must be done first, counted from 1; empty where it can be done " +
    "at once.",
  "Where it cannot be split, answer with no parts, and say why.",
  "Answer with one JSON object: the reason for this split in one sentence, and the parts, each with its " +
    "description and after.",
];

/** The decomposer's prompt. Throws on a bug: no plan, no such atom. */
export function decomposePrompt(run: Run, id: AtomId): string {
  return frame("DECOMPOSE", TASK, atomBlocks(run, id));
}
