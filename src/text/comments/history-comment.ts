/** Writes the answer to `/history`: every event of a run, folded. */
import type { Event } from "#core/events/event.ts";
import { counted } from "#text/format/format.ts";
import { clip, shortenToLimit } from "#text/format/shorten.ts";
import { fold, list, page } from "#text/format/table.ts";
import { historyEntries } from "#text/journal/history-lines.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/** How many of the latest events each variant shows, where all are too long. */
const LATEST = [Infinity, 200, 50] as const;

/**
 * `broken`: why the history breaks off after these events; null when it is whole. `iso` turns milliseconds into an ISO
 * date in UTC.
 */
export function historyComment(events: readonly Event[], broken: string | null, iso: (ms: number) => string): string {
  const all = historyEntries(events, iso);
  const runId = all[0]?.line.run_id ?? "";
  const items = all.map(({ line: { ts, iteration, level, step, event }, words }) => {
    const place = `${ts} ${iteration}/${level} ${step}`;
    return `${code(place)} ${code(event)}${words === "" ? "" : ` ${inline(clip(words, 200))}`}`;
  });
  const write = (latest: number): string => {
    const shown = items.slice(-Math.min(latest, items.length));
    const left = items.length - shown.length;
    return page([
      `**History** of ${code(runId)}: ` +
        `${counted(items.length, "event")}${left > 0 ? `, the latest ${shown.length} of them` : ""}`,
      broken === null ? "" : `It breaks off there: ${inline(clip(broken, 500))}`,
      fold("Time, iteration, level, step and event", list(shown)),
    ]);
  };
  return shortenToLimit(LATEST.map((latest) => () => write(latest)));
}
