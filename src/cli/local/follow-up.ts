/**
 * Follows up a command that asks no model: the process that drives the run acts on it; where none does, this process
 * writes the events that follow.
 */
import { lockDriver } from "#adapters/file-journal/driver-lock.ts";
import { blobsInTree } from "#adapters/git/objects/blobs-in-tree.ts";
import { keyFile } from "#adapters/key-file.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { DONE, Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { conclude as follow } from "#core/conclude.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import { keepLesson, type LessonPorts } from "#loop/work/keep-lesson.ts";
import { reportEnd } from "./drive-locally.ts";
import { type Home, runOf } from "./home.ts";

/**
 * `verb`: names the command; `json`: the result is printed as data. Gives the exit code. Throws `Misuse` when another
 * process wrote at that moment.
 */
export async function followUp(
  terminal: Terminal,
  home: Home,
  alias: string,
  { verb, json }: { readonly verb: "stop" | "pause"; readonly json: boolean },
): Promise<number> {
  const hold = await lockDriver(home.folderOf(alias), systemClock.now());
  if (hold.kind === "busy") {
    terminal.print(`Asked process ${hold.holder.pid}, which is at work on ${alias}, to ${verb}.`);
    return DONE;
  }
  try {
    const run = await runOf(home, alias);
    const events = follow(run, {
      at: systemClock.now(),
      key: await keyFile(home.folderOf(alias), systemRandom).auditKey(),
    });
    if ((await home.journalOf(alias).append(events, run.rev)) === "conflict")
      throw new Misuse("the run moved on meanwhile; see loopwright status");
    const after = events.reduce(evolve, run);
    await keepLesson(after, shelfOf(terminal, home));
    await reportEnd(terminal, home, after, { expect: undefined, also: undefined, events: undefined, json });
    return DONE;
  } finally {
    await hold.release();
  }
}

function shelfOf({ note }: Terminal, { memories, repository: { gitDir } }: Home): LessonPorts {
  return {
    memories,
    workspace: { blobs: (tree) => blobsInTree(gitDir, tree) },
    log: { info: note, warn: (line) => note(`warning: ${line}`) },
  };
}
