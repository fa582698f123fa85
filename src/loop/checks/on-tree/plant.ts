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

/** The same where the line must be the one that the fault is for; throws an error where it is another one. */
export async function plantSurely(workingCopy: WorkingCopy, fault: Mutant): Promise<void> {
  if (!(await plant(workingCopy, fault)))
    throw new Error(`bug: ${fault.path}:${fault.line} is another line than the fault is for`);
}
