/** Writes the run as one page into a file, which the workflow uploads as an artifact. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { iso } from "#adapters/system-clock.ts";
import { messageOf } from "#core/values/message-of.ts";
import { reportOf } from "#text/report/report-html.ts";
import type { JobContext } from "./job-context.ts";

/** No secret of the job stands in it. Where it cannot be written, the log says so: nobody waits for it. */
export async function writeReport({ machine, journal, guard, log }: JobContext): Promise<void> {
  const history = await journal.load();
  const report = history.kind === "missing" ? null : reportOf(history, iso);
  if (report === null) return;
  const folder = join(machine.temp, "loopwright");
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "report.html"), guard.hide(report.page));
  } catch (error) {
    log.warn(`the report of the run is not written: ${messageOf(error)}`);
  }
}
