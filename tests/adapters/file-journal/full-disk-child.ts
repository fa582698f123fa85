/** A driver that writes until its disk is full, and then reads what is there. Arguments: git folder, run folder. Prints one line of JSON. */
import { setTimeout } from "node:timers/promises";
import { fileJournal } from "#adapters/file-journal/file-journal.ts";
import { Failure } from "#ports/failure.ts";
import { note } from "../contracts/journal-events.ts";
import { CODEC } from "../contracts/plain-codec.ts";

const [branchGitDir = "", folder = ""] = process.argv.slice(2);
const clock = { now: () => Date.now(), sleep: (ms: number) => setTimeout(ms) };
const open = () => fileJournal(folder, { branchGitDir, codec: CODEC, clock, onHeal: () => undefined });

let kept = 0;
let why = "";
while (why === "") {
  try {
    await open().append([note("x".repeat(2000))], kept);
    kept += 1;
  } catch (error) {
    why = error instanceof Failure ? error.message : `not a failure: ${String(error)}`;
  }
}
const history = await open().load();
const events = history.kind === "events" ? history.events.length : -1;
process.stdout.write(`${JSON.stringify({ kept, why, kind: history.kind, events })}\n`);
