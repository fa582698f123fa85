/** Finds the active run of an issue by its ref, which no person writes by accident. */
import type { Api } from "#adapters/github/client/api.ts";
import { type CommitFiles, readCommit, readRef } from "#adapters/github/ref-journal/commit-files.ts";
import { adoptCommit, openSession, type RefJournalOptions } from "#adapters/github/ref-journal/journal-session.ts";
import { journalOfSession } from "#adapters/github/ref-journal/ref-journal.ts";
import { currentRef, type IssueLocation, isRunId } from "#adapters/github/ref-journal/ref-names.ts";
import { readRefTarget } from "#adapters/github/ref-journal/refs.ts";
import { pointerOf } from "#adapters/journal/pointer.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";

/** `journal` holds what was read already: its first load sends no request. */
export interface ActiveRun {
  readonly runId: string;
  readonly journal: Journal;
}

/**
 * The active run of an issue; null when `refs/loopwright/issue-<n>/current` does not exist. `expected`: one is likely,
 * and is read with one request by the ref's name; else, and where GraphQL shows none, `where` gives the ref's target.
 * Throws `Failure("journal")`, also when the ref exists and does not name its run: nothing is guessed.
 */
export async function activeRun(
  api: Api,
  place: IssueLocation,
  options: RefJournalOptions,
  {
    expected = true,
    where = () => readRefTarget(api, place, currentRef(place)),
  }: { readonly expected?: boolean; readonly where?: () => Promise<string | null> } = {},
): Promise<ActiveRun | null> {
  const files =
    (expected ? await readRef(api, place, currentRef(place)) : null) ?? (await readAt(api, place, await where()));
  if (files === null) return null;
  const pointer = pointerOf(files.files.get("current.json") ?? "");
  if (pointer === null || !isRunId(pointer.runId)) {
    const message =
      `current.json at ${currentRef(place)} (commit ${files.commit}) names no run: ` +
      "delete that ref, then begin a new run";
    throw new Failure("journal", message, { retryable: false });
  }
  const session = openSession(api, { ...place, runId: pointer.runId }, options);
  adoptCommit(session, files);
  session.unread = true;
  return { runId: pointer.runId, journal: journalOfSession(session) };
}

async function readAt(api: Api, place: IssueLocation, commit: string | null): Promise<CommitFiles | null> {
  return commit === null ? null : readCommit(api, place, commit);
}
