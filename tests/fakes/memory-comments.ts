/** The comments of one issue in memory: those that people write, and our own, with their keys. */
import { commentCreated } from "#core/commands/trigger-event.ts";
import { Failure } from "#ports/failure.ts";
import type { CommentNow, IssueComments, NewComment, Remark, ThreadReply, UserComment } from "#ports/github-comments.ts";

/** Our own account there. */
export const OURS = 900;

/** A comment with its id; `key` is null for what a person wrote. */
export interface MemoryComment extends CommentNow {
  readonly id: number;
  readonly key: string | null;
  /** The pull request that it stands on; null on the issue. */
  readonly on: number | null;
  /** The comment on a line that it answers; null for every other. */
  readonly to: number | null;
}

/** Whoever comments: a person by hand, where nothing else is said. */
export interface Writer {
  readonly id: number;
  readonly login: string;
  readonly bot?: boolean;
  readonly throughApp?: boolean;
}

const BY_HAND = { throughApp: false, hidden: false, shows: null };

/** What is asked about comments. */
export type CommentCall = "commentAt" | "comment" | "letters" | "reply" | "edit" | "retract";

/** The comments of the issue: those of people, and our letters. */
export function correspondence(ask: (call: CommentCall) => Promise<void>, time: () => number) {
  const comments = new Map<number, MemoryComment>();
  const moved = new Map<number, number>();
  let created = 0;
  function add(comment: Omit<MemoryComment, "id">): number {
    const id = 501 + created++;
    moved.set(id, time());
    comments.set(id, { ...comment, id });
    return id;
  }
  return {
    comments,
    movedAt: (id: number): number => moved.get(id) ?? 0,
    write: ({ id, login, bot = false, throughApp = false }: Writer, body: string) =>
      add({ body, account: id, login, bot, edited: false, ...BY_HAND, throughApp, key: null, on: null, to: null }),
    async commentAt(id: number): Promise<CommentNow | null> {
      await ask("commentAt");
      const found = comments.get(id);
      if (found === undefined || found.on !== null) return null;
      const { id: _id, key, on, to, ...comment } = found;
      return comment;
    },
    // What is remembered is as true as what stands there: it never changes.
    shownBy: async (id: number): Promise<string | null> => comments.get(id)?.shows ?? null,
    async comment({ key, body, ...letter }: NewComment): Promise<string> {
      const [on, shows] = [letter.on ?? null, letter.shows ?? null];
      await ask("comment");
      const found = [...comments.values()].find((one) => one.account === OURS && one.key === key && one.on === on);
      return String(
        found?.id ?? add({ body, account: OURS, login: "loopwright[bot]", bot: true, edited: false, ...BY_HAND, shows, key, on, to: null }),
      );
    },
    async countComments(prefix: string, since: number, on?: number): Promise<number> {
      await ask("letters");
      const those = [...comments.values()].filter((one) => (moved.get(one.id) ?? 0) >= since && one.on === (on ?? null));
      return those.slice(0, 100).filter((one) => one.account === OURS && one.key?.startsWith(prefix)).length;
    },
    async reply(pull: number, replies: readonly ThreadReply[]): Promise<void> {
      await ask("reply");
      for (const { key, body, to } of replies) {
        if ([...comments.values()].some((one) => one.account === OURS && one.key === key)) continue;
        add({ body, account: OURS, login: "loopwright[bot]", bot: true, edited: false, ...BY_HAND, key, on: pull, to });
      }
    },
    async edit(id: string, { key, body }: Pick<NewComment, "key" | "body">): Promise<void> {
      await ask("edit");
      const found = comments.get(Number(id));
      if (found === undefined) throw new Failure("github", "the comment was deleted; a new one must be created", { retryable: false });
      comments.set(Number(id), { ...found, key, body, edited: true });
    },
    async retract(id: string): Promise<void> {
      await ask("retract");
      comments.delete(Number(id));
    },
  };
}

const LAST = ["rocket", "-1", "confused"];

/** Whether a last sign of ours stands on the issue or a comment. */
export function isAnswered(reactions: ReadonlySet<string>, what: string | number): boolean {
  return LAST.some((sign) => reactions.has(`${what} ${sign}`));
}

/** As the port says, with all comments that there are. */
export function seenAmong(
  comments: ReadonlyMap<number, MemoryComment>,
  at: (id: number) => number,
  reactions: ReadonlySet<string>,
  since: number,
): IssueComments {
  const all = [...comments.values()].filter(({ id, on }) => on === null && at(id) >= since);
  return {
    unhandled: wordsAmong(comments, at, since).filter(({ id }) => !isAnswered(reactions, id)),
    remarks: remarksAmong(comments, at).filter(({ id }) => at(id) >= since),
    ownComments: new Map(all.filter(({ account }) => account === OURS).map(({ id, key, body }) => [String(id), { key, text: body }])),
  };
}

/** What people said by hand, without a slash. */
export function remarksAmong(comments: ReadonlyMap<number, MemoryComment>, at: (id: number) => number): readonly Remark[] {
  const said = [...comments.values()].filter(({ on, bot, hidden, throughApp }) => on === null && !bot && !hidden && !throughApp);
  const plain = said.filter(({ body }) => body.trim() !== "" && !body.trimStart().startsWith("/"));
  return plain.map(({ id, body: text, account, login }) => {
    const by = { id: account, login };
    return { id, by, at: at(id), written: new Date(at(id)).toISOString(), text };
  });
}

/** What people said with a slash since a moment. */
export function wordsAmong(
  comments: ReadonlyMap<number, MemoryComment>,
  at: (id: number) => number,
  since: number,
): readonly UserComment[] {
  const words = [...comments.values()].filter(({ id, on, bot, body }) => on === null && at(id) >= since && !bot && body.startsWith("/"));
  return words.map(({ id, body, edited, throughApp, account, login }) => ({
    ...{ id, happening: commentCreated(body, edited), throughApp, at: at(id) },
    by: { id: account, login, type: "User" },
  }));
}
