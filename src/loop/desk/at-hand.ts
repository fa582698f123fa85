/** A run's journal as the desk writes to it: seldom, and with its pictures on GitHub kept up to date. */
import type { Journal } from "#ports/journal.ts";
import { heldJournal, mayWait } from "../held-journal.ts";
import { rememberedJournal } from "../remembered-journal.ts";
import { shownJournal } from "../shown-journal.ts";
import type { Desk } from "./desk.ts";

/** For one thing that is heard: what is still held at its end is found out again by whoever goes on (`held-journal.ts`). */
export function atHand(journal: Journal, { github, log }: Pick<Desk, "github" | "log">): Journal {
  return rememberedJournal(heldJournal(shownJournal(journal, github, log), mayWait));
}
