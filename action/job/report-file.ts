/** Writes the run as one page into a file, which the workflow uploads as an artifact. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { iso } from "#adapters/system-clock.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { messageOf } from "#core/values/message-of.ts";
import { reportHtml } from "#text/report/report-html.ts";
import type { JobContext } from "./job-context.ts";

/** No secret of the job stands in it. Where it cannot be written, the log says so: nobody waits for it. */
export async function writeReport({ machine, journal, guard, log }: JobContext): Promise<void> {
  const history = await journal.load();
  const run = history.kind === "missing" ? null : replay(history.events);
  if (history.kind === "missing" || run === null) return;
  const broken = history.kind === "unreadable" ? history.why : null;
  const folder = join(machine.temp, "loopwright");
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "report.html"), guard.hide(reportHtml({ events: history.events, run, broken }, iso)));
  } catch (error) {
    log.warn(`the report of the run is not written: ${messageOf(error)}`);
  }
}
