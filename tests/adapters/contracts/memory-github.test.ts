/** The fake keeps the contract, so that what is told with it is true; and it refuses as it is told to. */
import { expect, it } from "vitest";
import { memoryGitHub } from "../../fakes/memory-github.ts";
import { GITHUB_LAWS } from "./github-contract.ts";

it.each(GITHUB_LAWS)("memory: $law", async ({ holds }) => {
  const github = memoryGitHub();
  github.roles.set("grace", "write").set("ray", "read");
  github.owners.set("grace", 42).set("ray", 44);
  await holds({
    github,
    people: { writer: { id: 42, login: "grace" }, reader: { id: 44, login: "ray" }, nobody: { id: 46, login: "mallory" } },
    comments: async () => [...github.comments.values()].filter(({ on }) => on === null).map(({ body }) => body),
    labels: async () => [...github.labels],
    reactions: async (target) => {
      const prefix = target.kind === "comment" ? `${target.id} ` : target.kind === "pull" ? `pull ${target.number} ` : "issue ";
      return [...github.reactions].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
    },
    runs: async () => github.runs.length,
    write: async (body) => ({ id: github.write({ id: 42, login: "grace" }, body), account: 42 }),
    amend: async (id, body) => {
      const found = github.comments.get(id);
      if (found !== undefined) github.comments.set(id, { ...found, body, edited: true });
    },
    remove: async (id) => void github.comments.delete(id),
    async reviewed(texts) {
      const head = "d".repeat(40);
      github.pullNow = { open: true, merged: false, branch: "loop/7-split", head, base: "main" };
      github.reviews.set(
        31,
        texts.map((text, index) => ({ comment: 41 + index, path: "src/new.js", line: 1, text })),
      );
      return { number: 8, head, review: 31 };
    },
    checked: async (commit, checks) =>
      void github.checks.set(
        commit,
        checks.map((check) => ({ ...check, summary: "" })),
      ),
    shut: async () => {
      github.pullNow = { ...github.pullNow, open: false };
    },
    saidOn: async (pull) => [...github.comments.values()].filter(({ on }) => on === pull).map(({ to, body }) => [to, body] as const),
    label: async (name) => {
      github.labels.add(name);
      github.setLabel = { by: { id: 42, login: "grace", type: "User" }, at: Date.now(), throughApp: false };
    },
    assign: async (login) => {
      github.now = { ...github.now, assignees: [login] };
      github.assignedBy = { by: { id: 42, login: "grace", type: "User" }, at: Date.now(), throughApp: false };
    },
    close: async () => {
      github.now = { ...github.now, open: false };
    },
  });
});

it.each([true, false])("memory: refuses the next comment and does nothing, retryable: %s", async (retryable) => {
  const github = memoryGitHub();
  github.refuse("comment", { retryable });
  const letter = { key: "a", body: "b", since: 0 };
  await expect(github.comment(letter)).rejects.toMatchObject({ service: "github", retryable });
  expect(github.comments.size).toBe(0);
  await github.comment(letter);
  expect([github.comments.size, github.asked]).toEqual([1, ["comment", "comment"]]);
});
