/**
 * `loopwright doctor --live <owner>/<name>`: tries on a scratch repository what is assumed of the real GitHub, removes
 * what it made, and prints a line for each assumption.
 */
import { githubAccess } from "#cli/local/github-access.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, NOT_REACHED } from "#cli/terminal/exit.ts";
import { repositoryNamed } from "#cli/terminal/repository-name.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { Clock } from "#ports/clock.ts";
import { FIRST_HOUR_PAGE, isAsAssumed, type LiveReport, livePage } from "#text/terminal/live-page.ts";
import type { Assumption } from "./assumption.ts";
import { leftoversIn } from "./leftovers.ts";
import { type LiveAccess, openScratch, type Scratch } from "./scratch.ts";
import { tryAll } from "./try-all.ts";
import { undoStack } from "./undo.ts";

/** What is tried, and by which clock. */
export interface LiveTrial {
  readonly assumptions: readonly Assumption[];
  readonly clock: Clock;
}

const NEEDS = `--live needs a token in GITHUB_TOKEN, of one word, that may write there: ${FIRST_HOUR_PAGE}`;

/** Throws `Misuse` where there is no token, or the address is none. */
function accessIn(terminal: Terminal, clock: Clock): LiveAccess {
  const { client } = githubAccess(terminal, NEEDS);
  return { api: client(null), apiWith: client, clock, signal: terminal.signal };
}

/**
 * Prints the report. Exit code 0 where nothing differs, is unclear, or is left behind. What was made is removed after
 * Ctrl-C too. Throws `Misuse` where there is no token, or the repository is no scratch repository; `Failure("github")`
 * where it cannot be read.
 */
export async function examineGitHub(args: Arguments, terminal: Terminal, trial: LiveTrial): Promise<number> {
  const place = repositoryNamed(args.value("live") ?? "", "--live takes the scratch repository");
  const { push, unwind } = undoStack();
  const scratch = await openScratch(accessIn(terminal, trial.clock), place, push);
  const report = await reportOn(scratch, trial, terminal, unwind);
  terminal.print(args.has("json") ? JSON.stringify(withVerdict(report), null, 2) : livePage(report));
  return isAsAssumed(report) ? DONE : NOT_REACHED;
}

async function reportOn(
  scratch: Scratch,
  { assumptions }: LiveTrial,
  { note }: Terminal,
  unwind: () => Promise<readonly string[]>,
): Promise<LiveReport> {
  const repository = `${scratch.owner}/${scratch.repo}`;
  const earlier = await leftoversIn(scratch);
  note(`${assumptions.length} assumptions are tried on ${repository}; all that is made is named ${scratch.name}.`);
  const trial = tryAll(assumptions, scratch);
  const left = await trial.then(unwind, unwind);
  for (const one of left) note(`Not removed: ${one}`);
  return { repository, rows: await trial, earlier, left };
}

function withVerdict(report: LiveReport): LiveReport & { readonly asAssumed: boolean } {
  return { asAssumed: isAsAssumed(report), ...report };
}
