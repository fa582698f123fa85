/** Looks up what control has to know of an issue before it carries out an intent. */
import { readRun } from "#loop/context/read-run.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import { Failure } from "#ports/failure.ts";
import type { ControlContext } from "./control-context.ts";
import type { ActiveRun } from "./drive-in-control.ts";
import type { IssueEvent } from "./issue-event.ts";
import { type RepositorySettings, readRepositorySettings } from "./settings.ts";

/**
 * The facts for an intent that is carried out. `last`: the issue's last run, where none is active and the event is a
 * comment or a review; `settings`: for a label alone; `broken`: why the active run cannot be read.
 */
export interface AuthorizedLookup {
  readonly active: ActiveRun | null;
  readonly last: ActiveRun | null;
  readonly settings: RepositorySettings | null;
  readonly broken: string | null;
  /** The person has write access. */
  readonly writes: boolean;
}

/** The facts before the person's role is looked up. */
export type RunLookup = Omit<AuthorizedLookup, "writes">;

/** A comment or a review may be about a run that is over. */
const MAY_BE_LATE: readonly string[] = [
  "comment_created",
  "review_submitted",
] satisfies readonly IssueEvent["happening"]["kind"][];

/**
 * Looks up the active run, or for a comment or review the last one; and for a label the settings of the repository.
 * Throws `Failure`.
 */
export async function lookupRun({ happening }: IssueEvent, control: ControlContext): Promise<RunLookup> {
  const settings = happening.kind === "label_added" ? await readRepositorySettings(control) : null;
  try {
    const found = await control.active();
    if (found === null)
      return {
        active: null,
        last: MAY_BE_LATE.includes(happening.kind) ? await lastHere(control) : null,
        settings,
        broken: null,
      };
    const journal = runJournalOf(found, control);
    return { active: { journal, run: await readRun(journal) }, last: null, settings, broken: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.service !== "journal" || error.retryable) throw error;
    return { active: null, last: null, settings, broken: error.message };
  }
}

/** The issue's last run, over or not; null where its history cannot be loaded, so that it blocks nothing. */
async function lastHere(control: ControlContext): Promise<ActiveRun | null> {
  const found = await control.latest();
  if (found === null) return null;
  const journal = runJournalOf(found, control);
  try {
    return { journal, run: await readRun(journal) };
  } catch (error) {
    if (!(error instanceof Failure) || error.retryable) throw error;
    return null;
  }
}
