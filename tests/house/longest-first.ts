/** The order of test files: those that start programs first, so that no long one is left for the end, when the other workers are idle. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders below `tests`, the slowest first; what is in none of them comes last. */
const SLOW = ["journeys", "cli", "action", "bot", "lab", "adapters", "loop", "proofs"];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = SLOW.findIndex((folder) => moduleId.includes(`/tests/${folder}/`));
  return rank === -1 ? SLOW.length : rank;
}

/** Within a folder as vitest has it: by what it remembers of the last run, else by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
