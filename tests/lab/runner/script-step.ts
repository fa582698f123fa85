/** `run:` steps. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Conclusion } from "../actions/dispatched.ts";
import { fill } from "../actions/expression.ts";
import { stepContexts } from "./contexts.ts";
import type { Desk } from "./phase.ts";
import { runProgram } from "./run-program.ts";
import type { StepFile } from "./workflow-schema.ts";

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstepsshell */
const SHELLS = {
  default: { file: "bash", options: ["-e"] },
  bash: { file: "bash", options: ["--noprofile", "--norc", "-eo", "pipefail"] },
  sh: { file: "sh", options: ["-e"] },
} as const;

/** Runs the script by its shell, from a file, in its folder. `own`: variables of the action that it belongs to. */
export async function runScript(script: string, desk: Desk, own: Readonly<Record<string, string>> = {}): Promise<Conclusion> {
  const { space, step, env } = desk;
  const contexts = stepContexts(space, env);
  const file = join(space.folders.temp, `${randomUUID()}.sh`);
  await writeFile(file, fill(script, contexts));
  const shell = SHELLS[shellOf(step)];
  const folder = resolve(space.folders.workspace, fill(step["working-directory"], contexts));
  return await runProgram(
    { file: shell.file, arguments: [...shell.options, file], folder, environment: { GITHUB_ACTION: step.id ?? "__run", ...own } },
    desk,
  );
}

function shellOf({ shell }: StepFile): keyof typeof SHELLS {
  return shell ?? "default";
}
