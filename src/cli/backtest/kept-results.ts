/** Keeps the results of a backtest in a file of JSON lines, so that the next one goes on from there. */
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod";
import { FixResult } from "#core/backtest/fix-result.ts";
import type { KeptResults } from "#loop/backtest/run-backtest.ts";

const Line = z.strictObject({ commit: z.string(), key: z.string(), result: FixResult });

/**
 * `key`: what a result depends on beside its commit; one of another key does not count. `again`: nor do undecided ones.
 */
export interface KeptOptions {
  readonly key: string;
  readonly again: boolean;
}

/**
 * The results in a file, which need not be there. Lines that are broken are passed by. Throws errors of the file
 * system.
 */
export async function keptResults(file: string, { key, again }: KeptOptions): Promise<KeptResults> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n").flatMap((line) => lineIn(line) ?? []);
  const known = new Map(
    lines
      .filter((line) => line.key === key && !(again && line.result.kind === "undecided"))
      .map(({ commit, result }) => [commit, result]),
  );
  // A program that was killed may have left half a line.
  let start = text === "" || text.endsWith("\n") ? "" : "\n";
  return {
    get: (commit) => known.get(commit) ?? null,
    async put(commit, result) {
      await mkdir(dirname(file), { recursive: true });
      await appendFile(file, `${start}${JSON.stringify({ commit, key, result })}\n`);
      start = "";
    },
  };
}

function lineIn(text: string): z.infer<typeof Line> | null {
  try {
    return Line.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
