/** `loopwright stop [note]`: the active run is stopped; a worker that is at it sees it within a second. */

import { lockDriver } from "#adapters/file-journal/driver-lock.ts";
import { blobsInTree } from "#adapters/git/blobs-in-tree.ts";
import { keyFile } from "#adapters/key-file.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { conclude as follow } from "#core/conclude.ts";
import type { Event } from "#core/event.ts";
import { evolve } from "#core/evolve.ts";
import { isOver } from "#core/stage.ts";
import { keepLesson, type Shelf } from "#loop/keep-lesson.ts";
import type { Arguments } from "../arguments.ts";
import { conclude } from "../carry-on.ts";
import { DONE, Misuse } from "../exit.ts";
import { chosenAlias, type Home, homeOf, runOf } from "../home.ts";
import type { Terminal } from "../terminal.ts";

export const STOP_FLAGS = { run: "string" } as const;

/** How often the stop is written anew when the worker writes at the same moment. */
const TRIES = 20;

export async function stopRun(args: Arguments, terminal: Terminal): Promise<number> {
  const home = await homeOf(terminal);
  const alias = await chosenAlias(home, args.value("run"));
  await request(home, alias, args.words.join(" ").slice(0, 500));
  const hold = await lockDriver(home.folderOf(alias), systemClock.now());
  if (hold.kind === "busy") {
    terminal.print(`Asked process ${hold.holder.pid}, which is at work on ${alias}, to stop.`);
    return DONE;
  }
  try {
    // Nobody is at work: what follows from a stop is written here. A stopped run is closed without a model.
    const run = await runOf(home, alias);
    const events = follow(run, { at: systemClock.now(), key: await keyFile(home.folderOf(alias), systemRandom).auditKey() });
    if ((await home.journalOf(alias).append(events, run.rev)) === "conflict")
      throw new Misuse("the run moved on meanwhile; see loopwright status");
    const after = events.reduce(evolve, run);
    await keepLesson(after, shelfOf(terminal, home));
    await conclude(terminal, home, after, { expect: undefined, also: undefined });
    return DONE;
  } finally {
    await hold.release();
  }
}

function shelfOf({ note }: Terminal, { memories, repository: { gitDir } }: Home): Shelf {
  return {
    memories,
    workspace: { blobs: (tree) => blobsInTree(gitDir, tree) },
    log: { info: note, warn: (line) => note(`warning: ${line}`) },
  };
}

async function request(home: Home, alias: string, note: string): Promise<void> {
  const journal = home.journalOf(alias);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const run = await runOf(home, alias);
    if (isOver(run.stage)) throw new Misuse(`the run ${alias} is over already: it is ${run.stage}`);
    const event: Event = { kind: "stop_requested", at: systemClock.now(), by: home.repository.user || "you", note, maintainer: true };
    if ((await journal.append([event], run.rev)) === "appended") return;
  }
  throw new Misuse("the run is written to without end; try again");
}
