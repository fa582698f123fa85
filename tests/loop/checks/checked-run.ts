/** A run whose tree is there to be checked, and a rule that is a command. */
import { normaliseRule } from "#core/rules/rule.ts";
import { checkSubjectOf } from "#loop/checks/on-tree/subject.ts";
import { bench, FILES, script } from "../bench.ts";

/** A rule that holds where this command exits with 0. */
export const command = (run: string, severity: "fail" | "warn" = "fail") =>
  normaliseRule({ id: `a.x.r${run.length}`, description: "d", severity, check: { kind: "command", run } });

/** A run that waits for its first PLAN, over these files. */
export async function atWork(files: Readonly<Record<string, string>> = FILES, turns = {}) {
  const made = await bench(script(turns), { files });
  await made.go();
  const run = await made.run();
  return { ...made, run, subject: checkSubjectOf(run, made.kit, run.base.tree) };
}
