/** What the desk knows of an issue when it has understood a wish. */
import { readRun } from "#loop/context/read-run.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import { Failure } from "#ports/failure.ts";
import type { ControlContext, IssueEvent } from "./control-context.ts";
import type { ActiveRun } from "./drive-in-control.ts";
import { type RepositorySettings, readRepositorySettings } from "./settings.ts";

/**
 * What is known when a wish is understood. `last`: the issue's last run where none is active and somebody commented;
 * `settings` is there for a label alone; `broken`: why the active run cannot be read.
 */
export interface AuthorizedLookup {
  readonly active: ActiveRun | null;
  readonly last: ActiveRun | null;
  readonly settings: RepositorySettings | null;
  readonly broken: string | null;
  /** Whoever said it may write. */
  readonly writes: boolean;
}

/** What is known before anybody is asked who may. */
export type RunLookup = Omit<AuthorizedLookup, "writes">;

/** What a person says may be about a run that is over. */
const SAID: readonly string[] = [
  "comment_created",
  "review_submitted",
] satisfies readonly IssueEvent["happening"]["kind"][];

/** The active run, or for what is said the last one; and for a label what the repository says. Throws `Failure`. */
export async function lookupRun({ happening }: IssueEvent, control: ControlContext): Promise<RunLookup> {
  const settings = happening.kind === "label_added" ? await readRepositorySettings(control) : null;
  try {
    const found = await control.active();
    if (found === null)
      return {
        active: null,
        last: SAID.includes(happening.kind) ? await lastHere(control) : null,
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

/** The issue's last run, over or not; one whose history is missing stands in nobody's way. */
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
