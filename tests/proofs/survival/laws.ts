/** What must hold of a world when nothing happens any more: the work was done, and everything that people see is there once (security 3.6, J4, J5). */
import { isApp } from "#adapters/github/issue/comment-author.ts";
import type { World } from "../simulator/world.ts";

const MARK = /<!-- loopwright:([A-Za-z0-9._:/-]{1,200}) -->$/;

/** Every law that is broken, as a sentence. */
export function brokenLaws({ github }: World, issue: number): readonly string[] {
  const comments = github.commentsOn(issue).flatMap(({ body, author }) => {
    const key = MARK.exec(body.trimEnd())?.[1];
    const account = github.state.accounts.get(author);
    return key !== undefined && account !== undefined && isApp(account) ? [key] : [];
  });
  const titles = github.runs().map(({ title }) => title);
  const pulls = github.issues().filter(({ number }) => number !== issue);
  const branches = github.refs().filter(({ name }) => name.startsWith("refs/heads/loop/"));
  const labels = (github.issue(issue)?.labels ?? []).filter((label) => label.startsWith("loop:"));
  return [
    ...twice(comments).map((key) => `doubled: the comment ${key}`),
    // Each hand-over has a seal of its own, and its workflow run bears it.
    ...twice(titles).map((title) => `doubled: the workflow run ${title}`),
    ...(labels.join() === "loop:completed" ? [] : [`lost: the run ends as ${labels.join(", ") || "nothing"}`]),
    ...(pulls.length === 1 ? [] : [`${pulls.length < 1 ? "lost" : "doubled"}: ${pulls.length} pull requests`]),
    ...(branches.length === 1 ? [] : [`${branches.length < 1 ? "lost" : "doubled"}: ${branches.length} branches`]),
    ...["plan", "status", "result"]
      .filter((kind) => !comments.some((key) => key.includes(`/${kind}/`)))
      .map((kind) => `lost: the ${kind} comment`),
    ...["plan", "status"]
      .filter((kind) => new Set(comments.filter((key) => key.includes(`/${kind}/`))).size > 1)
      .map((kind) => `doubled: the ${kind} comment, announced twice`),
  ];
}

function twice(keys: readonly string[]): readonly string[] {
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
}
