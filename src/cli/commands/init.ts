/**
 * `loopwright init`: tries how the repository is set up and tested, writes the workflow and a configuration, and says
 * what is left to do on GitHub. It needs no key.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cloneFactsAt } from "#adapters/git/worktree/clone-facts.ts";
import { homeOf } from "#cli/local/home.ts";
import { configAtHead } from "#cli/local/settings-now.ts";
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
  const config = await configAtHead(home, terminal.env);
  const { top, origin } = await cloneFactsAt(terminal.folder);
  const workflow = await fileAt(top, WORKFLOW_FILE, shortWorkflow(hosting));
  const steps = setupSteps({ hosting, label: config.label, repository: origin });
  if (args.has("check")) {
    const configuration = await fileAt(top, CONFIG_FILE, "");
    print({ args, terminal }, { tried: [], files: [workflow, configuration], steps, written: true });
    return workflow.state === "same" && configuration.state !== "missing" ? DONE : NOT_REACHED;
  }
  terminal.note("Trying how this repository is set up and tested.");
  const tried = await trySetup(terminal, home, config);
  const files = [workflow, await fileAt(top, CONFIG_FILE, configFileText(tried))];
  const written = args.has("yes");
  if (written) for (const file of files) await writeMissing(top, file);
  print({ args, terminal }, { tried: tried.tried.map(lineOf), files, steps, written });
  return tried.chosen === null ? NOT_REACHED : DONE;
}

type Page = Parameters<typeof initPage>[0];

function print({ args, terminal }: { readonly args: Arguments; readonly terminal: Terminal }, page: Page): void {
  terminal.print(args.has("json") ? JSON.stringify(page, null, 2) : initPage(page));
}

async function fileAt(top: string, path: string, text: string): Promise<SetupFile> {
  const there = await readFile(join(top, path), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
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
