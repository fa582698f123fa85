/**
 * Runs one command on a fresh copy of a tree, in a sandbox of its own: nothing that an earlier check did can help or
 * harm it.
 */
import { ranNoTest } from "#core/analysis/test-results/no-tests.ts";
import { detailsOf } from "#core/values/details.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import { CHECK_OUTPUT } from "#loop/context/tests-named.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import { seenTree } from "./faulty-tree.ts";
import type { CheckSubject } from "./subject.ts";

export interface CommandResult {
  readonly ok: boolean;
  readonly details: string;
  readonly result: ExecResult;
  /** False when it was killed or there is no such command: that says nothing about the tree. */
  readonly couldRun: boolean;
}

/** A command, and the word that it must print to standard output to pass; null or absent: none. */
export interface CommandCheck {
  readonly run: string;
  readonly prints?: string | null;
}

/**
 * Runs a command that must not succeed. One that could not run, or that a signal ended, shows nothing either way, and
 * is no pass.
 */
export async function runNotCommand(subject: CheckSubject, run: string): Promise<CommandResult> {
  const done = await runCommand(subject, { run });
  const { exitCode } = done.result;
  if (exitCode === 0)
    return { ...done, ok: false, details: detailsOf(`it must not succeed: ${outputTail(done.result)}`) };
  if (!done.couldRun) return done;
  // The shell's exit code for a signal: 128 and its number.
  if (exitCode !== null && exitCode > 128)
    return { ...done, couldRun: false, details: detailsOf(`check_error: ${outputTail(done.result)}`) };
  return { ...done, ok: true, details: `exit code ${exitCode}` };
}

/**
 * Runs a command: exit code 0 and the word, if one is asked for, are success, unless a test runner says that it ran no
 * test.
 */
export async function runCommand(subject: CheckSubject, check: CommandCheck): Promise<CommandResult> {
  const { plan, workspace, signal, elsewhere = false } = subject;
  // Elsewhere nothing is as in a check, not even what the folder is made of.
  const workingCopy = await workspace.open(await seenTree(subject), { git: elsewhere, shared: !elsewhere });
  try {
    const options = { timeout: plan.limits.checkMs, signal, elsewhere, output: CHECK_OUTPUT };
    const result = await workingCopy.toolAccess.exec(check.run, options);
    const runner = ranNoTest(`${result.stdout}\n${result.stderr}`);
    if (result.exitCode === 0 && runner !== null)
      return { ok: false, couldRun: true, result, details: `${runner} ran no test` };
    if (result.exitCode === 0 && !result.stdout.includes(check.prints ?? ""))
      return {
        ok: false,
        couldRun: true,
        result,
        details: detailsOf(`it never printed ${JSON.stringify(check.prints)}: ${outputTail(result)}`),
      };
    return { ok: result.exitCode === 0, couldRun: couldRun(result), result, details: resultDetails(result) };
  } finally {
    await workingCopy.close();
  }
}

/** The details of a result. A check that could not run is no verdict on the work, but it is no pass either. */
function resultDetails(result: ExecResult): string {
  const error = couldRun(result) ? "" : "check_error: ";
  return result.exitCode === 0 ? "exit code 0" : detailsOf(`${error}${outputTail(result)}`);
}

function couldRun({ killed, exitCode }: ExecResult): boolean {
  return killed === null && exitCode !== 126 && exitCode !== 127;
}
