/** What the demo shows while a story goes on: each line with the seconds since the story began, each stage that is over with the time it took. */
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { duration } from "#text/format/format.ts";
import { progressLines } from "#text/journal/progress-line.ts";
import { timed } from "./page.ts";
import type { Play } from "./play.ts";
import { staysOf } from "./stages.ts";

/** The command line puts seconds since its own beginning before each line; the demo shows those since the story began. */
const OWN_TIME = /^ *\d+[.]\ds {2}/;

/** What the demo sees of the machine. `now`: milliseconds. */
export interface Surroundings {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly print: (line: string) => void;
}

/** The lines of what was written to the journal, with the seconds since now; a stage that is over is told with the time it took. */
export function eventLines({ now, print }: Surroundings): (fresh: readonly Event[], all: readonly Event[]) => void {
  const begin = now();
  let told = 0;
  return (fresh, all) => {
    for (const line of fresh.flatMap((event, index) => linesOf(event, all.slice(0, all.length - fresh.length + index + 1))))
      print(timed(now() - begin, line));
    const over = staysOf(all).filter(({ ms }) => ms !== null);
    for (const { stage, ms } of over.slice(told)) print(timed(now() - begin, `== ${stage}: ${duration(ms ?? 0)}`));
    told = over.length;
  };
}

/** Each line with the seconds since now; a stage that is over is told with the time it took. */
export function progress({ now, print }: Surroundings): Play["onProgress"] {
  const begin = now();
  let told = 0;
  return (line, events) => {
    const over = staysOf(events).filter(({ ms }) => ms !== null);
    for (const { stage, ms } of over.slice(told)) print(timed(now() - begin, `== ${stage}: ${duration(ms ?? 0)}`));
    told = over.length;
    print(timed(now() - begin, line.replace(OWN_TIME, "")));
  };
}

/** The lines of the last of these events. */
function linesOf(event: Event, upTo: readonly Event[]): readonly string[] {
  const run = replay(upTo);
  return run === null ? [] : progressLines(event, run);
}
