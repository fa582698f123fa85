/** The laws of comments on every `GitHub`: our letters, what people write, and what reviews say of lines. */

import { expect } from "vitest";
import { commentCreated } from "#core/commands/trigger-event.ts";
import { Failure } from "#ports/failure.ts";
import type { GitHubLaw } from "./github-law.ts";

const letter = (key: string, body: string) => ({ key, body, since: Date.now() - 10_000 });

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error("it was not refused", { cause: error });
  return error;
}

export const COMMENT_LAWS: readonly GitHubLaw[] = [
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
    law: "what a person said with a slash is unheard until it bears a last sign of ours; our own comments are seen without their marks",
    async holds({ github, write, people }) {
      const since = Date.now() - 10_000;
      const said = await write("/approve");
      const remark = await write("Looks good.");
      const mine = await github.comment(letter("plan/1", "The plan."));
      await github.react({ kind: "comment", id: said.id }, "eyes");
      const seen = await github.commentsSince(since);
      expect(seen.unhandled).toMatchObject([
        { id: said.id, happening: commentCreated("/approve", false), throughApp: false, by: { id: people.writer.id, type: "User" } },
      ]);
      expect([...seen.ownComments]).toEqual([[mine, { key: "plan/1", text: "The plan." }]]);
      expect(seen.remarks).toMatchObject([{ id: remark.id, by: { id: people.writer.id }, text: "Looks good." }]);
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
    law: "what people have said is told in order, with who and when; commands and our own comments are not",
    async holds({ github, write, people }) {
      expect(await github.remarks()).toEqual([]);
      await github.comment(letter("a-1/plan/1", "The plan."));
      const first = await write("Keep the name.");
      await write("/approve");
      await write("  /merge");
      const last = await write("And the tests.");
      const by = { id: people.writer.id, login: people.writer.login };
      const told = await github.remarks();
      expect(told).toMatchObject([
        { id: first.id, by, text: "Keep the name." },
        { id: last.id, by, text: "And the tests." },
      ]);
      expect(told.map(({ written }) => Date.parse(written))).toEqual(told.map(({ at }) => at));
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
      const stop = { id, happening: commentCreated("/stop", false), throughApp: false, by: { id: people.writer.id, type: "User" } };
      expect(await github.commandsSince(since)).toMatchObject([stop]);
      expect(await github.commandsSince(since)).toMatchObject([stop]);
      const later = await write("/status");
      expect(await github.commandsSince(since)).toMatchObject([stop, { id: later.id, happening: commentCreated("/status", false) }]);
    },
  },
];
