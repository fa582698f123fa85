/**
 * Handles comments that no webhook reported, a bounded number in each poll; people without permission cannot crowd out
 * those who have it.
 */
import type { Intent } from "#core/commands/intent.ts";
import { authorize, mayWrite, type RepositoryRole } from "#core/commands/permission.ts";
import { WEBHOOK_GRACE } from "#core/config/poll-intervals.ts";
import { runEndedAt } from "#core/events/data/comment-order.ts";
import { awaitsMaintainer, isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { handleEvent } from "#loop/control/handle/handle-event.ts";
import { intentIn } from "#loop/engine/intent-in.ts";
import type { UserComment } from "#ports/github-comments.ts";

/** Comments that one poll handles: each has a reaction then, and the next poll handles others. */
const MOST = 10;
/** People whose role is looked up where more comments than that are due; those of all others come last. */
const PEOPLE = 20;

/** The kind of the intent that a comment is. */
type KindOf = (said: UserComment) => Intent["kind"];

/**
 * Gives true where it handled a comment. `unhandled`: comments to this run, the oldest first. One that was written a
 * moment ago is left to its webhook. Throws `Failure`.
 */
export function handleMissedComments(
  unhandled: readonly UserComment[],
  run: Run,
  control: ControlContext,
): Promise<boolean> {
  return handleMissedIntents(unhandled, (said) => intentKindOf(said, run), control);
}

/** The same for comments whose intents are known. */
export async function handleMissedIntents(
  unhandled: readonly UserComment[],
  kindOf: KindOf,
  control: ControlContext,
): Promise<boolean> {
  const due = unhandled.filter((said) => control.clock.now() - said.at >= WEBHOOK_GRACE && kindOf(said) !== "ignored");
  const chosen = due.length > MOST ? await chosenFrom(due, kindOf, control) : due;
  for (const { id: comment, ...said } of chosen) {
    const issue = await control.github.issue();
    await handleEvent({ ...said, comment, issue, ours: [] }, control);
  }
  return chosen.length > 0;
}

/**
 * Chooses the comments of this poll: first those of people who may write, then other permitted ones, then the rest,
 * each the oldest first. Gives them in the order in which they were written.
 */
async function chosenFrom(
  due: readonly UserComment[],
  kindOf: KindOf,
  { github }: ControlContext,
): Promise<readonly UserComment[]> {
  const accounts = new Map(due.map(({ by }) => [by.id, by] as const));
  const roles = new Map<number, RepositoryRole>();
  for (const by of [...accounts.values()].slice(-PEOPLE)) roles.set(by.id, await github.roleOf(by));
  const { authorId } = await github.issue();
  const rank = (said: UserComment): number => {
    const role = roles.get(said.by.id) ?? "none";
    const standing = { role, isAuthor: said.by.id === authorId, throughApp: said.throughApp, freeze: null };
    if (authorize(kindOf(said), standing) !== null) return 2;
    return mayWrite(role) ? 0 : 1;
  };
  const first = new Set(due.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST));
  return due.filter((said) => first.has(said));
}

/**
 * The kind of the intent that a comment is for this run. A command without the prefix counts where the run was not over
 * yet at that time, or waits for a maintainer.
 */
function intentKindOf(said: UserComment, run: Run): Intent["kind"] {
  const waiting = !isOver(run.stage) || awaitsMaintainer(run.stage) || runEndedAt(run) >= said.at;
  return intentIn(said, run, waiting).kind;
}
