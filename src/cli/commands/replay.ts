/** `loopwright replay <history.jsonl>`: folds a history and prints the run, exactly as its `run.json`. */
import { readHistoryFile } from "#adapters/file-journal/read-file.ts";
import { iso } from "#adapters/system-clock.ts";
import { CODEC } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { runFile } from "#text/journal/journal-codec.ts";

/** Reads long payloads from `blobs/` beside the file. Throws `Misuse` for a history that cannot be read. */
export async function replayHistory({ words: [file] }: Arguments, { folder, print }: Terminal): Promise<number> {
  if (file === undefined) throw new Misuse("which history? loopwright replay <history.jsonl>");
  const history = await readHistoryFile(file, folder, CODEC);
  if (history.kind === "missing") throw new Misuse(`there is no file ${file}`);
  if (history.kind === "unreadable") throw new Misuse(`${file} cannot be read: ${history.why}`);
  const run = replay(history.events);
  if (run === null) throw new Misuse(`${file} begins no run`);
  print(runFile(run, iso).trimEnd());
  return DONE;
}
