/** What every `GitHub` promises. A test file runs each law over an issue of its own. */
import { expect } from "vitest";
import type { ReactionTarget } from "#ports/github-types.ts";
import { COMMENT_LAWS } from "./comment-laws.ts";
import type { GitHubLaw } from "./github-law.ts";

const order = (digit: string) => ({
  runId: "split-20260101-000000",
  digest: digit.repeat(64),
  job: "run" as const,
  since: Date.now() - 10_000,
});

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
    law: "an issue is found by its number, and one that is not there is left out",
    async holds({ github }) {
      const { title } = await github.issue();
      expect(await github.listed([github.number, 987_654])).toMatchObject([
        { number: github.number, title, open: true, isPullRequest: false },
      ]);
      expect(github.address).toMatch(/^https?:[/][/][^/]+[/][^/]+[/][^/]+$/);
    },
  },
  ...COMMENT_LAWS,
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
    law: "an assignment tells who made it, until a last sign of ours on the issue says that it was heard",
    async holds({ github, assign, people }) {
      expect([(await github.issue()).assignees, await github.assigned("loopwright[bot]")]).toEqual([[], null]);
      await assign("loopwright[bot]");
      expect((await github.issue()).assignees).toEqual(["loopwright[bot]"]);
      expect(await github.assigned("Loopwright[bot]")).toMatchObject({ by: { id: people.writer.id, type: "User" } });
      expect([await github.assigned("copilot[bot]"), await github.labelled("loop")]).toEqual([null, null]);
      await github.react({ kind: "issue" }, "rocket");
      expect(await github.assigned("loopwright[bot]")).toBe(null);
    },
  },
  {
    law: "a commit has the repository's checks as they are now, and never the mark of ours",
    async holds({ github, reviewed, checked }) {
      const { head } = await reviewed(["Why?"]);
      expect(await github.checksOf(head)).toEqual([]);
      await checked(head, [
        { name: "lint", conclusion: "failure" },
        { name: "test", conclusion: null },
      ]);
      const found = (await github.checksOf(head)).map(({ name, conclusion }) => `${name} ${conclusion}`);
      expect(found.toSorted()).toEqual(["lint failure", "test null"]);
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
