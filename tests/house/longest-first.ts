/** The order of test files: those that take longest first, so that none is left for the end, when the other workers are idle. */
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONG, SHORTENED, SLOW } from "./proofs.ts";

/** Folders below `tests`, the slowest first; what is in none of them comes last. */
const FOLDERS = ["journeys", "cli", "action", "bot", "lab", "adapters", "loop", "proofs"].map((name) => `tests/${name}/`);

const ORDER = LONG ? [...SHORTENED, ...SLOW] : FOLDERS;

function rankOf({ moduleId }: TestSpecification): number {
  const rank = ORDER.findIndex((path) => moduleId.includes(`/${path}`));
  return rank === -1 ? ORDER.length : rank;
}

/** Within a folder as vitest has it: by what it remembers of the last run, else by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
