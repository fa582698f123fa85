/** What people do to branches and pull requests, and what Actions does to workflow runs. */
import { problemOf } from "../../../lab/github/rules/refs.ts";
import { changeRun } from "./actions.ts";
import { keepCheck } from "./checks.ts";
import { personOf } from "./commits.ts";
import { compared } from "./history.ts";
import { changeIssue, knownIssue, setOpen, tellOf } from "./issues.ts";
import { accountOf } from "./people.ts";
import { isPull, type Pull, shownPull, shownRemark, shownReview } from "./pulls.ts";
import { factsOf, move, refAt } from "./refs.ts";
import { BRANCH, type State } from "./state.ts";
import { tell } from "./tell.ts";
import type { Account, Review } from "./things.ts";
import { grown, merged } from "./trees.ts";

/** Files by path; null takes one away. */
export type Files = Readonly<Record<string, string | null>>;

/** Deeds on branches, pull requests and workflow runs; `by` is a login. */
export interface Maintainers {
  /** One commit on a branch, which begins at `main` where it is not there. Gives the commit. */
  readonly push: (branch: string, by: string, files: Files, message?: string) => string;
  /** Moves a branch anywhere, by force. */
  readonly pointAt: (branch: string, by: string, commit: string) => void;
  readonly deleteBranch: (branch: string, by: string) => void;
  readonly closePull: (pull: number, by: string) => void;
  /** With a merge commit; closes the issues that its body says it closes. Throws where both sides changed the same file. Gives the commit. */
  readonly mergePull: (pull: number, by: string) => string;
  /** CI says so of a commit; null: it goes on. */
  readonly check: (commit: string, name: string, conclusion: string | null) => void;
  readonly review: (pull: number, by: string, said: Said) => number;
  /** A machine has it. */
  readonly startRun: (run: number) => void;
  /** What happens to its machines when somebody cancels it. */
  readonly onCancel: (run: number, interrupt: () => void) => void;
  /** It is over. `conclusion`: GitHub's word (`success`, `failure`, `cancelled`). */
  readonly endRun: (run: number, conclusion: string) => void;
  readonly deleteRun: (run: number) => void;
}

/** A review and its comments on lines, in one. */
interface Said extends Pick<Review, "state" | "body"> {
  readonly lines?: readonly { readonly path: string; readonly line: number | null; readonly body: string }[];
}

export function maintainersOf(state: State): Maintainers {
  const doer = (login: string): Account => accountOf(state, login);
  return {
    push: (branch, by, files, message = "work") => push(state, doer(by), { branch, files, message }),
    pointAt: (branch, by, after) => moveTo(state, doer(by), branch, after),
    deleteBranch: (branch, by) => moveTo(state, doer(by), branch, null),
    closePull: (number, by) => setOpen(state, doer(by), pullAt(state, number).number, false),
    mergePull: (number, by) => merge(state, doer(by), pullAt(state, number)),
    check: (sha, name, conclusion) =>
      void keepCheck(state, { sha, name, conclusion, externalId: null, app: null, output: { title: null, summary: null } }),
    review: (number, by, said) => review(state, doer(by), pullAt(state, number), said),
    onCancel: (id, interrupt) => void state.cancelling.set(id, interrupt),
    startRun: (id) => changeRun(state, id, { status: "in_progress", conclusion: null }),
    endRun: (id, conclusion) => changeRun(state, id, { status: "completed", conclusion }),
    deleteRun: (id) => state.runs.remove(id),
  };
}

function pullAt(state: State, number: number): Pull {
  const found = knownIssue(state, number);
  if (!isPull(found)) throw new Error(`#${number} is no pull request`);
  return found;
}

function moveTo(state: State, doer: Account, branch: string, after: string | null): void {
  const name = `refs/heads/${branch}`;
  const wanted = { name, before: refAt(state, name), after, force: true };
  const problem = problemOf(factsOf(state, wanted));
  if (problem !== null) throw new Error(`${name} cannot be moved: ${problem}`);
  move(state, doer, wanted);
}

function push(state: State, doer: Account, { branch, files, message }: { branch: string; files: Files; message: string }): string {
  const { objects } = state;
  const parent = refAt(state, `refs/heads/${branch}`) ?? refAt(state, `refs/heads/${BRANCH}`);
  const changes = Object.entries(files).map(([path, text]) => ({
    path,
    entry: text === null ? null : { mode: "100644", sha: objects.writeBlob(Buffer.from(text)) },
  }));
  const tree = grown(objects, parent === null ? null : (objects.commit(parent)?.tree ?? null), changes);
  const person = personOf(state, doer);
  const sha = objects.writeCommit({ tree, parents: parent === null ? [] : [parent], message, author: person, committer: person });
  moveTo(state, doer, branch, sha);
  return sha;
}

function merge(state: State, doer: Account, { number, pull }: Pull): string {
  const base = refAt(state, `refs/heads/${pull.base}`) ?? pull.baseSha;
  const { parted } = compared(state.objects, base, pull.headSha);
  const [from, ours, theirs] = [parted ?? "", base, pull.headSha].map((sha) => state.objects.commit(sha)?.tree ?? "");
  const tree = merged(state.objects, from ?? "", [ours ?? "", theirs ?? ""]);
  if (tree === null) throw new Error(`#${number} cannot be merged: both sides changed the same file`);
  const person = personOf(state, doer);
  const message = `Merge pull request #${number}`;
  const sha = state.objects.writeCommit({ tree, parents: [base, pull.headSha], message, author: person, committer: person });
  moveTo(state, doer, pull.base, sha);
  const closed = { open: false, closedAt: state.now(), pull: { ...pull, mergedAt: state.now() } };
  const issue = changeIssue(state, number, closed);
  tellOf(state, doer, "closed", { issue });
  if (pull.base === BRANCH) closeNamed(state, doer, issue.body ?? "");
  return sha;
}

/** https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue */
function closeNamed(state: State, doer: Account, body: string): void {
  for (const [, number] of body.matchAll(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? #(\d+)\b/gi))
    if (state.issues.get(Number(number))?.gone === null) setOpen(state, doer, Number(number), false);
}

function review(state: State, doer: Account, issue: Pull, { state: verdict, body, lines = [] }: Said): number {
  const at = state.now();
  const made = { id: state.next("review"), pull: issue.number, author: doer.id, state: verdict, body, submittedAt: at };
  state.reviews.put(made.id, made);
  const pull_request = shownPull(state, changeIssue(state, issue.number, {}));
  tell(state, doer, "pull_request_review.submitted", { review: shownReview(state, made), pull_request });
  for (const line of lines) {
    const where = { pull: issue.number, review: made.id, answerTo: null };
    const remark = { id: state.next("remark"), ...where, author: doer.id, ...line, createdAt: at, updatedAt: at };
    state.remarks.put(remark.id, remark);
    tell(state, doer, "pull_request_review_comment.created", { comment: shownRemark(state, remark), pull_request });
  }
  return made.id;
}
