/** A driver that keeps iterations as fast as it can, to be killed at any moment. Arguments: git folder, run folder, commits. */
import { setTimeout } from "node:timers/promises";
import { fileJournal } from "#adapters/file-journal/file-journal.ts";
import { kept, note } from "../contracts/journal-events.ts";
import { CODEC } from "../contracts/plain-codec.ts";

const [branchGitDir = "", folder = "", ...commits] = process.argv.slice(2);
const clock = { now: () => Date.now(), sleep: (ms: number) => setTimeout(ms) };
const journal = fileJournal(folder, { branchGitDir, codec: CODEC, clock, onHeal: () => undefined });

for (;;) {
  const history = await journal.load();
  const events = history.kind === "events" ? history.events : [];
  const last = events.findLast((event) => event.kind === "iteration_kept");
  const before = last?.commit ?? null;
  const commit = commits[(commits.indexOf(before ?? "") + 1) % commits.length] ?? "";
  const answer = await journal.append([note("x".repeat(5000)), kept(before, commit)], events.length);
  if (answer === "conflict") process.exit(3);
}
