/** One issue on GitHub in memory, as people and a run see it: it keeps the contract of the adapter, and refuses when a test says so. */
import type { Role } from "#core/permission.ts";
import type { Neighbour } from "#core/tracker.ts";
import { Failure } from "#ports/failure.ts";
import type { CommentNow, GitHub, IssueNow, Letter, Order, Reaction, Target } from "#ports/github.ts";

/** Our own account there. */
export const OURS = 900;

/** A comment with its id; `key` is null for what a person wrote. */
export interface MemoryComment extends CommentNow {
  readonly id: number;
  readonly key: string | null;
}

type Call = "issue" | "neighbours" | "commentAt" | "roleOf" | "react" | "comment" | "edit" | "relabel" | "dispatch";

export interface MemoryGitHub extends GitHub {
  /** What the issue is; a test edits or closes it here. */
  now: IssueNow;
  /** What stands beside it. */
  beside: readonly Neighbour[];
  readonly comments: Map<number, MemoryComment>;
  readonly labels: Set<string>;
  /** `issue eyes`, `501 rocket`: each once, in order. */
  readonly reactions: ReadonlySet<string>;
  readonly roles: Map<string, Role>;
  readonly runs: readonly (Order & { readonly id: string })[];
  /** Every call in order. */
  readonly asked: readonly Call[];
  /** The next calls of a kind are refused, with nothing done. */
  readonly refuse: (call: Call, refusal: { readonly retryable: boolean; readonly times?: number }) => void;
  /** A person comments; gives the id. */
  readonly write: (by: { readonly id: number; readonly login: string; readonly bot?: boolean }, body: string) => number;
}

const AN_ISSUE: IssueNow = { title: "Split drops empty fields", body: "split('a,,b') must give three.", author: "ana", open: true };

/** The one door: counts the calls, and refuses those that a test wants refused. Every call takes a turn, so that callers do meet. */
function door() {
  const asked: Call[] = [];
  const refusals: { call: Call; retryable: boolean }[] = [];
  return {
    asked,
    refuse: (call: Call, { retryable, times = 1 }: { readonly retryable: boolean; readonly times?: number }): void => {
      for (let count = 0; count < times; count += 1) refusals.push({ call, retryable });
    },
    async ask(call: Call): Promise<void> {
      await null;
      asked.push(call);
      const index = refusals.findIndex((one) => one.call === call);
      const [refusal] = index === -1 ? [] : refusals.splice(index, 1);
      if (refusal !== undefined) throw new Failure("github", `${call} was refused; try again later`, { retryable: refusal.retryable });
    },
  };
}

/** The comments of the issue: those of people, and our letters. */
function correspondence(ask: (call: Call) => Promise<void>) {
  const comments = new Map<number, MemoryComment>();
  let created = 0;
  function add(comment: Omit<MemoryComment, "id">): number {
    const id = 501 + created++;
    comments.set(id, { ...comment, id });
    return id;
  }
  return {
    comments,
    write: ({ id, login, bot = false }: { readonly id: number; readonly login: string; readonly bot?: boolean }, body: string) =>
      add({ body, account: id, login, bot, edited: false, key: null }),
    async commentAt(id: number): Promise<CommentNow | null> {
      await ask("commentAt");
      const found = comments.get(id);
      if (found === undefined) return null;
      const { body, account, login, bot, edited } = found;
      return { body, account, login, bot, edited };
    },
    async comment({ key, body }: Letter): Promise<string> {
      await ask("comment");
      const found = [...comments.values()].find((one) => one.account === OURS && one.key === key);
      return String(found?.id ?? add({ body, account: OURS, login: "loopwright[bot]", bot: true, edited: false, key }));
    },
    async edit(id: string, { key, body }: Pick<Letter, "key" | "body">): Promise<void> {
      await ask("edit");
      const found = comments.get(Number(id));
      if (found === undefined) throw new Failure("github", "the comment was deleted; a new one must be created", { retryable: false });
      comments.set(Number(id), { ...found, key, body, edited: true });
    },
  };
}

/** The issue of that number. Ids begin at 501 for comments and at 9001 for workflow runs. */
export function memoryGitHub(number = 7, now: IssueNow = AN_ISSUE): MemoryGitHub {
  const { ask, ...entrance } = door();
  const labels = new Set<string>();
  const reactions = new Set<string>();
  const roles = new Map<string, Role>();
  const runs: (Order & { id: string })[] = [];
  const github: MemoryGitHub = {
    number,
    now,
    beside: [],
    labels,
    reactions,
    roles,
    runs,
    ...entrance,
    ...correspondence(ask),
    async issue() {
      await ask("issue");
      return github.now;
    },
    async neighbours() {
      await ask("neighbours");
      const self = { number, title: github.now.title, open: github.now.open, isPullRequest: false, labels: [...labels] };
      return [self, ...github.beside];
    },
    async roleOf(login) {
      await ask("roleOf");
      return roles.get(login) ?? "none";
    },
    async react(target: Target, reaction: Reaction) {
      await ask("react");
      reactions.add(`${target.kind === "issue" ? "issue" : target.id} ${reaction}`);
    },
    async relabel(from, to) {
      await ask("relabel");
      if (from !== null) labels.delete(from);
      if (to !== null) labels.add(to);
    },
    async dispatch(order) {
      await ask("dispatch");
      const found = runs.find(({ digest }) => digest === order.digest);
      if (found !== undefined) return found.id;
      const id = String(9001 + runs.length);
      runs.push({ ...order, id });
      return id;
    },
    compare: (base, head) => `https://github.example/acme/widget/compare/${base}...${head}`,
  };
  return github;
}
