/** Looks up what control has to know of an issue before it carries out an intent. */
import { isSameLogin } from "#core/commands/intent.ts";
import { readRun } from "#loop/context/read-run.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import { Failure } from "#ports/failure.ts";
import type { ControlContext } from "./control-context.ts";
import type { ActiveRun } from "./drive-in-control.ts";
import { type IssueEvent, mayBeginRun } from "./issue-event.ts";
import { type RepositorySettings, readRepositorySettings } from "./settings.ts";

/**
 * The facts for an intent that is carried out. `last`: the issue's last run, where none is active and the event is a
 * comment or a review; `settings`: for what may begin a run alone; `appLogin`: for an assignment alone; `broken`: why
 * the active run cannot be read.
 */
export interface AuthorizedLookup {
  readonly active: ActiveRun | null;
  readonly last: ActiveRun | null;
  readonly settings: RepositorySettings | null;
  readonly appLogin: string | null;
  readonly broken: string | null;
  /** The person has write access. */
  readonly writes: boolean;
}

/** The facts before the person's role is looked up. */
export type RunLookup = Omit<AuthorizedLookup, "writes">;

/** A comment or a review may be about a run that is over, but not what asks for another one. */
function mayBeLate(event: IssueEvent): boolean {
  const { kind } = event.happening;
  return kind === "review_submitted" || (kind === "comment_created" && !mayBeginRun(event));
}

const NOTHING: RunLookup = { active: null, last: null, settings: null, appLogin: null, broken: null };

/**
 * Looks up the active run, or for a comment or review the last one; and for what may begin a run the settings of the
 * repository. Nothing for an assignment to an account that is not ours. Throws `Failure`.
 */
export async function lookupRun(event: IssueEvent, control: ControlContext): Promise<RunLookup> {
  const { happening } = event;
  const appLogin = happening.kind === "assigned" ? await control.appLogin() : null;
  if (happening.kind === "assigned" && !isSameLogin(happening.login, appLogin)) return NOTHING;
  const settings = mayBeginRun(event) ? await readRepositorySettings(control) : null;
  return { ...(await runOf(event, control)), settings, appLogin };
}

async function runOf(
  event: IssueEvent,
  control: ControlContext,
): Promise<Pick<RunLookup, "active" | "last" | "broken">> {
  try {
    const found = await control.active();
    if (found === null) return { active: null, last: mayBeLate(event) ? await lastHere(control) : null, broken: null };
    const journal = runJournalOf(found, control);
    return { active: { journal, run: await readRun(journal) }, last: null, broken: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.service !== "journal" || error.retryable) throw error;
    return { active: null, last: null, broken: error.message };
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
