/**
 * `loopwright trail <ref>`: checks that the journal of a run, fetched from GitHub, was only ever appended to; if not,
 * names the event that was changed.
 */
import { lastCommitFilesOf, refHistoryOf } from "#adapters/git/objects/ref-history.ts";
import { parseHistory } from "#adapters/journal/history-text.ts";
import { CODEC, homeOf } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse, NOT_REACHED } from "#cli/terminal/exit.ts";
import { fetchedRef } from "#cli/terminal/fetched-ref.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { appendOnlyBreakIn } from "#core/outcome/append-only.ts";

/** Throws `Misuse` without a ref, and for one that is not in this clone. */
export async function followTrail({ words: [ref] }: Arguments, terminal: Terminal): Promise<number> {
  if (ref === undefined) throw new Misuse("which ref? loopwright trail refs/loopwright/issue-<n>/<run id>");
  const { repository } = await homeOf(terminal);
  const states = await fetchedRef(ref, refHistoryOf(repository.gitDir, ref));
  const found = appendOnlyBreakIn(states);
  const last = states.at(-1);
  if (found === null && last?.history != null)
    return told(last.history, await lastCommitFilesOf(repository.gitDir, last.commit), terminal);
  terminal.note(`loopwright: the trail breaks at event ${found?.event}, in commit ${found?.commit}: ${found?.why}`);
  return NOT_REACHED;
}

/**
 * No later commit confirms the events of the last commit, but the same commit holds the views that were made of them.
 */
function told(
  history: string,
  { blobs, run }: Awaited<ReturnType<typeof lastCommitFilesOf>>,
  { print, note }: Terminal,
): number {
  const read = parseHistory(history, blobs, CODEC);
  if (read.kind === "events" && CODEC.views(read.events).run === run) {
    print(`${read.events.length} events: only ever added to, and run.json is what they tell`);
    return DONE;
  }
  const why = read.kind === "unreadable" ? read.why : "run.json tells another run than these events";
  note(`loopwright: the trail breaks at event ${read.events.length}, in the last commit: ${why}`);
  return NOT_REACHED;
}
