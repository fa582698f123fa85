/** What every `GitHub` promises. A test file runs each law over an issue of its own. */
import { expect } from "vitest";
import { Failure } from "#ports/failure.ts";
import type { GitHub } from "#ports/github.ts";
import type { Account } from "#ports/github-comments.ts";
import type { ReactionTarget } from "#ports/github-types.ts";

/** One open issue without comments and labels, in a repository with the workflow that a dispatch starts. */
export interface GitHubHarness {
  readonly github: GitHub;
  /** A person of whom `roleOf` says `write`; one of whom it says `read`; a name that nobody has. */
  readonly people: { readonly writer: Account; readonly reader: Account; readonly nobody: Account };
  /** The texts of all comments, oldest first, each without what nobody sees. */
  readonly comments: () => Promise<readonly string[]>;
  readonly labels: () => Promise<readonly string[]>;
  readonly reactions: (target: ReactionTarget) => Promise<readonly string[]>;
  /** How many workflow runs were started. */
  readonly runs: () => Promise<number>;
  /** The writer comments; gives the id of the comment and the number of the account. */
  readonly write: (body: string) => Promise<{ readonly id: number; readonly account: number }>;
  /** The writer changes what they wrote. */
  readonly amend: (id: number, body: string) => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
  /** The writer sets a label. */
  readonly label: (name: string) => Promise<void>;
  /** Somebody closes the issue. */
  readonly close: () => Promise<void>;
  /** A pull request from `loop/7-split` to `main`, with a review that says these of lines of `src/new.js`. */
  readonly reviewed: (texts: readonly string[]) => Promise<{ readonly number: number; readonly head: string; readonly review: number }>;
  /** Somebody closes a pull request without merging it. */
  readonly shut: (pull: number) => Promise<void>;
  /** What stands on it, oldest first, each with the comment that it answers, null for none, and without what nobody sees. */
  readonly saidOn: (pull: number) => Promise<readonly (readonly [to: number | null, body: string])[]>;
}

export interface GitHubLaw {
  readonly law: string;
  readonly holds: (harness: GitHubHarness) => Promise<void>;
}

const letter = (key: string, body: string) => ({ key, body, since: Date.now() - 10_000 });
const order = (digit: string) => ({ runId: "split-20260101-000000", digest: digit.repeat(64), since: Date.now() - 10_000 });

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error("it was not refused", { cause: error });
  return error;
}

export const GITHUB_LAWS: readonly GitHubLaw[] = [
  {
    law: "an open issue is open until somebody closes it, and its body is a text",
    async holds({ github, close }) {
      expect(await github.issue()).toMatchObject({ open: true, title: expect.any(String), body: expect.any(String) });
      await close();
      expect(await github.issue()).toMatchObject({ open: false });
    },
  },
  {
    law: "an issue stands among its neighbours, as it is now",
    async holds({ github, close }) {
      const self = async () => (await github.neighbours()).find(({ number }) => number === github.number);
      expect(await self()).toMatchObject({ open: true, isPullRequest: false, title: (await github.issue()).title });
      await close();
      expect(await self()).toMatchObject({ open: false });
    },
  },
  {
    law: "a letter is created once, however often it is sent, and keeps its first text",
    async holds({ github, comments }) {
      const id = await github.comment(letter("a-1/plan/1", "The plan."));
      expect(await github.comment(letter("a-1/plan/1", "The plan."))).toBe(id);
      expect(await github.comment(letter("a-1/plan/1", "Another plan."))).toBe(id);
      expect(await comments()).toEqual(["The plan."]);
    },
  },
  {
    law: "letters with other keys are other comments",
    async holds({ github, comments }) {
      const ids = [];
      for (const key of ["a-1/plan/1", "a-1/plan/10", "a-1/result/1", "b-1/plan/1"]) ids.push(await github.comment(letter(key, key)));
      expect(new Set(ids).size).toBe(4);
      expect(await comments()).toEqual(["a-1/plan/1", "a-1/plan/10", "a-1/result/1", "b-1/plan/1"]);
    },
  },
  {
    law: "letters are counted by how their keys begin, since a moment, on the issue or on a pull request; what a person wrote is none",
    async holds({ github, reviewed, write }) {
      for (const key of ["reply/1/1", "reply/2/1", "a-1/plan/1"]) await github.comment(letter(key, key));
      await write("Mine.\n\n<!-- loopwright:reply/3/1 -->");
      const { number } = await reviewed([]);
      await github.comment({ ...letter("reply/4/1", "There."), on: number });
      const past = Date.now() - 60_000;
      const counts = [github.countComments("reply/", past), github.countComments("reply/", past, number), github.countComments("b/", past)];
      expect(await Promise.all(counts)).toEqual([2, 1, 0]);
      expect(await github.countComments("reply/", Date.now() + 60_000)).toBe(0);
    },
  },
  {
    law: "what a person wrote is never taken for a letter",
    async holds({ github, comments, write }) {
      await write("Mine.\n\n<!-- loopwright:a-1/plan/1 -->");
      await github.comment(letter("a-1/plan/1", "The plan."));
      expect(await comments()).toHaveLength(2);
    },
  },
  {
    law: "an edit replaces the whole text, as often as it is made, and the letter is found after it",
    async holds({ github, comments }) {
      const id = await github.comment(letter("a-1/status/1", "Running."));
      for (const body of ["Verifying.", "Completed.", "Completed."]) await github.edit(id, { key: "a-1/status/1", body });
      expect(await comments()).toEqual(["Completed."]);
      expect(await github.comment(letter("a-1/status/1", "Running."))).toBe(id);
    },
  },
  {
    law: "a comment shows the plan that it was created to show, whatever is written into it later; what a person wrote shows none",
    async holds({ github, comments, write }) {
      const [first, other] = ["1".repeat(64), "2".repeat(64)];
      const id = await github.comment({ ...letter("a-1/plan/1", "The plan."), shows: first });
      await github.edit(id, { key: "a-1/plan/1", body: "Another plan.", shows: other });
      expect([await github.shownBy(Number(id)), (await github.commentAt(Number(id)))?.shows]).toEqual([first, first]);
      const bare = await github.comment(letter("a-1/plan/2", "The plan."));
      await github.edit(bare, { key: "a-1/plan/2", body: "The plan.", shows: other });
      const mine = (await write(`Mine.\n\n<!-- loopwright-plan:${other} -->\n<!-- loopwright:a-1/plan/1 -->`)).id;
      for (const none of [Number(bare), mine, 999_999_999]) expect(await github.shownBy(none)).toBe(null);
      expect((await comments()).slice(0, 2)).toEqual(["Another plan.", "The plan."]);
    },
  },
  {
    law: "a comment that was deleted cannot be edited, and that is said for good",
    async holds({ github, remove }) {
      const id = await github.comment(letter("a-1/plan/1", "The plan."));
      await remove(Number(id));
      expect(await failureOf(github.edit(id, { key: "a-1/plan/1", body: "Late." }))).toMatchObject({ service: "github", retryable: false });
    },
  },
  {
    law: "a comment is read as it is now: by whom, and whether it was edited",
    async holds({ github, people, write, amend }) {
      const { id, account } = await write("/approve");
      expect(await github.commentAt(id)).toEqual({
        body: "/approve",
        account,
        login: people.writer.login,
        bot: false,
        edited: false,
        throughApp: false,
        hidden: false,
        shows: null,
      });
      await amend(id, "/stop");
      expect(await github.commentAt(id)).toMatchObject({ body: "/stop", edited: true });
    },
  },
  {
    law: "a comment that is not there, or not any more, is null",
    async holds({ github, write, remove }) {
      const { id } = await write("/approve");
      await remove(id);
      expect([await github.commentAt(id), await github.commentAt(999_999)]).toEqual([null, null]);
    },
  },
  {
    law: "a role is what an account has now by its number, whatever the case of its name, and none for whoever has none or goes by another's name",
    async holds({ github, people: { writer, reader, nobody } }) {
      expect(await github.roleOf(writer)).toBe("write");
      expect(await github.roleOf(reader)).toBe("read");
      expect(await github.roleOf(nobody)).toBe("none");
      expect(await github.roleOf({ ...writer, login: writer.login.toUpperCase() })).toBe("write");
      expect(await github.roleOf({ id: reader.id, login: writer.login })).toBe("none");
    },
  },
  {
    law: "a reaction stands once, on the issue or on a comment",
    async holds({ github, reactions, write }) {
      const { id } = await write("/approve");
      const targets: readonly ReactionTarget[] = [{ kind: "issue" }, { kind: "comment", id }];
      for (const target of targets) {
        const first: boolean[] = [];
        for (const reaction of ["eyes", "rocket", "eyes"] as const) first.push(await github.react(target, reaction));
        expect(first).toEqual([true, true, false]);
        expect([...(await reactions(target))].sort()).toEqual(["eyes", "rocket"]);
      }
    },
  },
  {
    law: "a pull request is told as it is now, and reacted to as itself",
    async holds({ github, reactions, reviewed, shut }) {
      const { number, head } = await reviewed([]);
      expect(await github.pull(number)).toEqual({ open: true, merged: false, branch: "loop/7-split", head, base: "main" });
      await github.react({ kind: "pull", number }, "eyes");
      expect([await reactions({ kind: "pull", number }), await reactions({ kind: "issue" })]).toEqual([["eyes"], []]);
      await shut(number);
      expect(await github.pull(number)).toMatchObject({ open: false, merged: false });
    },
  },
  {
    law: "what a review says of lines is answered there, once each, however often it is sent",
    async holds({ github, reviewed, saidOn }) {
      const { number, review } = await reviewed(["Name it otherwise.", "Say why."]);
      const threads = await github.threads(number, review);
      expect(threads).toMatchObject([
        { path: "src/new.js", line: 1, text: "Name it otherwise." },
        { path: "src/new.js", line: 1, text: "Say why." },
      ]);
      const replies = threads.map(({ comment: to }) => ({ ...letter(`a-1/reply/${to}`, `Done: ${to}.`), to }));
      await github.reply(number, replies.slice(0, 1));
      await github.reply(number, replies);
      expect(await saidOn(number)).toEqual(replies.map(({ to, body }) => [to, body]));
    },
  },
  {
    law: "a letter on a pull request stands there and not on the issue, once",
    async holds({ github, comments, reviewed, saidOn }) {
      const { number } = await reviewed([]);
      const on = { ...letter("a-1/replies/1", "Done."), on: number };
      const id = await github.comment(on);
      expect(await github.comment(on)).toBe(id);
      await github.comment(letter("a-1/result/1", "Over."));
      expect([await saidOn(number), await comments()]).toEqual([[[null, "Done."]], ["Over."]]);
    },
  },
  {
    law: "relabelling leaves one status label, and every label that is not ours",
    async holds({ github, labels }) {
      await github.relabel(null, "bug");
      await github.relabel(null, "loop:awaiting-approval");
      await github.relabel("loop:awaiting-approval", "loop:running");
      expect([...(await labels())].sort()).toEqual(["bug", "loop:running"]);
      await github.relabel("loop:awaiting-approval", "loop:running");
      await github.relabel("loop:running", "loop:running");
      expect([...(await labels())].sort()).toEqual(["bug", "loop:running"]);
      await github.relabel("loop:running", null);
      await github.relabel(null, null);
      expect(await labels()).toEqual(["bug"]);
    },
  },
  {
    law: "an order starts one workflow run, another seal another one",
    async holds({ github, runs }) {
      const id = await github.dispatch(order("a"));
      expect(await github.dispatch(order("a"))).toBe(id);
      expect(await runs()).toBe(1);
      expect(await github.dispatch(order("b"))).not.toBe(id);
      expect(await runs()).toBe(2);
    },
  },
  {
    law: "a workflow run is cancelled, as often as somebody asks; one that was never there is as it should be",
    async holds({ github }) {
      const id = await github.dispatch(order("a"));
      await github.cancel(id);
      await github.cancel(id);
      await github.cancel("99999999");
    },
  },
  {
    law: "what a person said with a slash is unheard until it bears a last sign of ours; our own comments are seen without their marks",
    async holds({ github, write, people }) {
      const since = Date.now() - 10_000;
      const said = await write("/approve");
      await write("Looks good.");
      const mine = await github.comment(letter("plan/1", "The plan."));
      await github.react({ kind: "comment", id: said.id }, "eyes");
      const seen = await github.commentsSince(since);
      expect(seen.unhandled).toMatchObject([
        { id: said.id, body: "/approve", edited: false, throughApp: false, by: { id: people.writer.id, type: "User" } },
      ]);
      expect([...seen.ownComments]).toEqual([[mine, { key: "plan/1", text: "The plan." }]]);
      await github.react({ kind: "comment", id: said.id }, "rocket");
      expect((await github.commentsSince(since)).unhandled).toEqual([]);
    },
  },
  {
    law: "a comment of ours that is taken away is gone, as often as somebody asks",
    async holds({ github }) {
      const since = Date.now() - 10_000;
      const mine = await github.comment(letter("plan/2", "The plan."));
      await github.retract(mine);
      await github.retract(mine);
      expect((await github.commentsSince(since)).ownComments.get(mine)).toBe(undefined);
    },
  },
  {
    law: "what a person said with a slash is told, answered or not, as often as somebody asks",
    async holds({ github, write, people }) {
      const since = Date.now() - 10_000;
      expect(await github.commandsSince(since)).toEqual([]);
      const { id } = await write("/stop");
      await write("Looks good.");
      await github.react({ kind: "comment", id }, "rocket");
      const stop = { id, body: "/stop", edited: false, throughApp: false, by: { id: people.writer.id, type: "User" } };
      expect(await github.commandsSince(since)).toMatchObject([stop]);
      expect(await github.commandsSince(since)).toMatchObject([stop]);
      const later = await write("/status");
      expect(await github.commandsSince(since)).toMatchObject([stop, { id: later.id, body: "/status" }]);
    },
  },
  {
    law: "a label tells who set it, until a last sign of ours on the issue says that it was heard",
    async holds({ github, label, people }) {
      expect(await github.labelled("loop")).toBe(null);
      await label("loop");
      expect(await github.labelled("LOOP")).toMatchObject({ by: { id: people.writer.id, type: "User" }, throughApp: false });
      expect(await github.labelled("other")).toBe(null);
      await github.react({ kind: "issue" }, "-1");
      expect(await github.labelled("loop")).toBe(null);
    },
  },
  {
    law: "the address of a comparison names both sides",
    holds({ github }) {
      expect(github.compare("main", "loop/7-split")).toMatch(/^https:\/\/.*main\.\.\.loop\/7-split$/);
      return Promise.resolve();
    },
  },
];
