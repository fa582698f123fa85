/** Plants a fault in a working copy. */
import type { Mutant } from "#core/analysis/test-guard/mutants.ts";
import type { WorkingCopy } from "#ports/workspace.ts";

/** False where the line is another one, and nothing was written. Throws as the working copy does. */
export async function plant({ toolAccess }: WorkingCopy, { path, line, was, now }: Mutant): Promise<boolean> {
  const lines = (await toolAccess.read(path)).split("\n");
  if (lines[line - 1] !== was) return false;
  await toolAccess.write(path, lines.with(line - 1, now).join("\n"));
  return true;
}
