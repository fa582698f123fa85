/** The order of test files: those that take longest first, so that none is left for the end, when the other workers are idle. */
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONG, SHORTENED, SLOW } from "./proofs.ts";

/** Folders below `tests`, the slowest first; what is in none of them comes last. */
const FOLDERS = ["journeys", "cli", "action", "bot", "lab", "adapters", "loop", "proofs"].map((name) => `tests/${name}/`);

const ORDER = LONG ? [...SHORTENED, ...SLOW] : FOLDERS;

function rankOf(file: string): number {
  const rank = ORDER.findIndex((path) => file.includes(`/${path}`));
  return rank === -1 ? ORDER.length : rank;
}

/** Every `count`th file, from the one with this number on, of those that take longest first: each part has its share of them. Pure. */
export function partOf(paths: readonly string[], { index, count }: { readonly index: number; readonly count: number }): readonly string[] {
  const sorted = paths.toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  return sorted.filter((_, at) => at % count === index - 1);
}

/** Within a folder as vitest has it: by what it remembers of the last run, else by size. */
export class LongestFirst extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config;
    if (shard === undefined) return files;
    const part = new Set(
      partOf(
        files.map(({ moduleId }) => moduleId),
        shard,
      ),
    );
    return files.filter(({ moduleId }) => part.has(moduleId));
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}
