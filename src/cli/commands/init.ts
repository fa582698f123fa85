/**
 * `loopwright init`: tries how the repository is set up and tested, writes the workflow and a configuration, and says
 * what is left to do on GitHub. It needs no key.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readTextOrNull } from "#adapters/file-journal/durable.ts";
import { cloneFactsAt } from "#adapters/git/worktree/clone-facts.ts";
import { configAtHead } from "#cli/here/settings-now.ts";
import { homeOf } from "#cli/local/home.ts";
import { trySetup } from "#cli/local/try-setup.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, NOT_REACHED } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { CONFIG_FILE } from "#core/config/config.ts";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import type { TriedWay } from "#loop/work/try-ways.ts";
import { counted } from "#text/format/format.ts";
import { configFileText } from "#text/setup/config-file-text.ts";
import { initPage, type SetupFile, type TriedLine } from "#text/setup/init-page.ts";
import { setupSteps } from "#text/setup/setup-steps.ts";
import { type Hosting, shortWorkflow } from "#text/setup/short-workflow.ts";

/**
 * Writes nothing without `--yes`, and never over a file that is there. With `--check` nothing is tried: the exit code
 * says whether the workflow is that of this version, and a configuration is there. Throws `Misuse` outside of a
 * repository and for a configuration that is wrong, `Failure` as the sandbox and git do.
 */
export async function initRepository(args: Arguments, terminal: Terminal): Promise<number> {
  const hosting: Hosting = args.has("zero-server") ? "workflow" : "bot";
  const home = await homeOf(terminal);
  const config = await configAtHead(home.repository, terminal.env);
  const { top, origin } = await cloneFactsAt(terminal.folder);
  const workflow = await fileAt(top, WORKFLOW_FILE, shortWorkflow(hosting));
  const steps = setupSteps({ hosting, label: config.label, repository: origin });
  if (args.has("check")) return check({ args, terminal }, top, { workflow, steps });
  terminal.note("Trying how this repository is set up and tested.");
  const tried = await trySetup(terminal, home, config);
  const files = [workflow, await fileAt(top, CONFIG_FILE, configFileText(tried))];
  const mode = args.has("yes") ? "written" : "shown";
  if (mode === "written") for (const file of files) await writeMissing(top, file);
  print({ args, terminal }, { tried: tried.tried.map(lineOf), files, steps, mode });
  return tried.chosen === null ? NOT_REACHED : DONE;
}

/** Any configuration will do; the workflow must be that of this version. */
async function check(
  out: Parameters<typeof print>[0],
  top: string,
  { workflow, steps }: { readonly workflow: SetupFile; readonly steps: Page["steps"] },
): Promise<number> {
  const isThere = (await readTextOrNull(join(top, CONFIG_FILE))) !== null;
  const configuration: SetupFile = { path: CONFIG_FILE, text: "", state: isThere ? "there" : "missing" };
  print(out, { tried: [], files: [workflow, configuration], steps, mode: "checked" });
  return workflow.state === "same" && isThere ? DONE : NOT_REACHED;
}

type Page = Parameters<typeof initPage>[0];

function print({ args, terminal }: { readonly args: Arguments; readonly terminal: Terminal }, page: Page): void {
  terminal.print(args.has("json") ? JSON.stringify(page, null, 2) : initPage(page));
}

async function fileAt(top: string, path: string, text: string): Promise<SetupFile> {
  const there = await readTextOrNull(join(top, path));
  if (there === null) return { path, text, state: "missing" };
  return { path, text, state: there === text ? "same" : "other" };
}

async function writeMissing(top: string, { path, text, state }: SetupFile): Promise<void> {
  if (state !== "missing") return;
  await mkdir(dirname(join(top, path)), { recursive: true });
  // Another program may have made it meanwhile: it is not written over.
  await writeFile(join(top, path), text, { flag: "wx" });
}

function lineOf({ commands: { setup, checks }, tests, failed, missing, setupMs, testMs }: TriedWay): TriedLine {
  const commands = [...setup, ...(checks.test === null ? [] : [checks.test])];
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  if (failed !== null)
    return { commands, works: false, says: missing === null ? failed : `${missing} is not on this machine` };
  if (tests === null) return { commands, works: false, says: "nothing tests it" };
  const took = `set up in ${seconds(setupMs)}, tested in ${seconds(testMs)}`;
  if (tests.names === null) return { commands, works: true, says: `green, and no test is named; ${took}` };
  const { passed, failed: red } = tests.names;
  const counts =
    red.length === 0
      ? `green: ${counted(passed.length, "test")}`
      : `${red.length} of ${counted(passed.length + red.length, "test")} red`;
  return { commands, works: true, says: `${counts}; ${took}` };
}
