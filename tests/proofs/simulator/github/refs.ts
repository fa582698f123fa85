/** Refs, and what GitHub tells when a branch moved. */
import { type MoveFacts, ZERO } from "../../../lab/github/rules/refs.ts";
import { isBefore } from "./history.ts";
import { changeIssue, setOpen, tellOf } from "./issues.ts";
import { pullsFrom } from "./pulls.ts";
import { BRANCH, type State } from "./state.ts";
import { type Doer, tell } from "./tell.ts";

/** A ref by its whole name, where it is and where it is to be. Null: no ref. */
export type Move = Pick<MoveFacts, "name" | "before" | "after" | "force">;

/** Where a ref is; null where there is none. `name`: the whole (`refs/heads/main`). */
export function refAt(state: State, name: string): string | null {
  return state.refs.get(name)?.sha ?? null;
}

/** What stands here about a ref that is to move, as the lab's rules ask for it. */
export function factsOf({ objects, switches }: State, wanted: Move): MoveFacts {
  const { name, before, after, force } = wanted;
  const isCommit = after === null || objects.commit(after) !== undefined;
  const isSure = before === null || after === null || force || !isCommit;
  return { ...wanted, ruled: switches.rule(name), isCommit, isForward: isSure || isBefore(objects, before, after) };
}

/** Moves it, unasked, and tells of it. */
export function move(state: State, doer: Doer, wanted: Move): void {
  const { name, before, after } = wanted;
  if (before === after) return;
  if (after === null) state.refs.remove(name);
  else state.refs.put(name, { name, sha: after });
  const [, kind, branch = ""] = /^refs\/(heads|tags)\/(.+)$/.exec(name) ?? [];
  // Whether GitHub tells of refs of other namespaces is not known, so nothing is told.
  if (kind === undefined) return;
  tellOfMove(state, doer, wanted, { ref: branch, ref_type: kind === "heads" ? "branch" : "tag" });
  if (kind === "heads") follow(state, doer, { branch, before, after });
}

function tellOfMove(state: State, doer: Doer, { name, before, after }: Move, named: Readonly<Record<string, unknown>>): void {
  const [created, deleted] = [before === null, after === null];
  const payload = { ...named, master_branch: BRANCH, pusher_type: "user" };
  if (created) tell(state, doer, "create", payload);
  if (deleted) tell(state, doer, "delete", payload);
  tell(state, doer, "push", { ref: name, before: before ?? ZERO, after: after ?? ZERO, created, deleted, forced: false });
}

/** Open pull requests move with their branch, and are closed when it is deleted. */
function follow(
  state: State,
  doer: Doer,
  { branch, before, after }: { readonly branch: string; readonly before: string | null; readonly after: string | null },
): void {
  for (const { number, pull } of pullsFrom(state, branch)) {
    if (after === null) {
      setOpen(state, doer, number, false);
      continue;
    }
    const baseSha = refAt(state, `refs/heads/${pull.base}`) ?? pull.baseSha;
    const issue = changeIssue(state, number, { pull: { ...pull, headSha: after, baseSha } });
    tellOf(state, doer, "synchronize", { issue, before, after });
  }
}
