/** `loopwright report [name]`: writes one run as a page for a browser. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { lastCommitFilesOf, lastStateOf } from "#adapters/git/objects/ref-history.ts";
import { parseHistory } from "#adapters/journal/history-text.ts";
import { iso } from "#adapters/system-clock.ts";
import { CODEC, chosenAlias, type Home, homeOf } from "#cli/local/home.ts";
import { openPage, pageFile } from "#cli/local/page-file.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse, NOT_REACHED } from "#cli/terminal/exit.ts";
import { fetchedRef } from "#cli/terminal/fetched-ref.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { History } from "#ports/journal.ts";
import { reportOf } from "#text/report/report-html.ts";

/**
 * What was fetched damaged is shown up to the damage, and the exit code says so. Throws `Misuse` where there is no such
 * run or folder, and for a damaged history of this machine, which is to be restored first.
 */
export async function reportRun(args: Arguments, terminal: Terminal): Promise<number> {
  const html = await pageFile(args, terminal);
  const home = await homeOf(terminal);
  const { history, usual } = await historyOf(home, args.words[0]);
  if (history.kind === "missing") throw new Misuse(`${args.words[0] ?? "the run"} has no history`);
  const broken = history.kind === "unreadable" ? history.why : null;
  const report = reportOf(history, iso);
  if (report === null) throw new Misuse(`there is nothing to report: ${broken ?? "the history is empty"}`);
  const file = html ?? usual;
  // A clone in which nothing was run has no folder of ours yet.
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, report.page);
  terminal.print(`The report of ${report.run.alias}: ${pathToFileURL(file)}`);
  if (args.has("open") && !(await openPage(file, terminal)))
    terminal.note("loopwright: no program here opens it: open it in a browser yourself");
  if (broken === null) return DONE;
  terminal.note(`loopwright: the history breaks off there: ${broken}`);
  return NOT_REACHED;
}

/** A run's history, and where its report is written when nothing else is asked for. */
interface Found {
  readonly history: History;
  readonly usual: string;
}

/** Of a run of this machine, or of a ref that was fetched from GitHub. */
async function historyOf(home: Home, asked: string | undefined): Promise<Found> {
  if (asked?.startsWith("refs/")) return { history: await historyOfRef(home, asked), usual: home.reportOf(asked) };
  const alias = await chosenAlias(home, asked);
  return { history: await home.journalOf(alias).load(), usual: join(home.folderOf(alias), "report.html") };
}

async function historyOfRef({ repository: { gitDir } }: Home, ref: string): Promise<History> {
  const last = await fetchedRef(ref, lastStateOf(gitDir, ref));
  if (last.history === null) return { kind: "missing" };
  return parseHistory(last.history, (await lastCommitFilesOf(gitDir, last.commit)).blobs, CODEC);
}
