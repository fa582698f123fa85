/** What must be true after the load: each wish done once, in the order of its issue, none lost. Pure. */
import type { Wish } from "./webhooks.ts";
import type { Sign } from "./wire.ts";

/** A command of somebody who may not is first seen, then refused. */
const DONE = ["eyes", "-1"];

/** What is wrong, in words; nothing where all is well. `signs`: in order of time. */
export function faultsIn(wishes: readonly Wish[], signs: readonly Sign[]): readonly string[] {
  const issueOf = new Map(wishes.map(({ comment, issue }) => [comment, issue]));
  const contents = new Map<number, string[]>(wishes.map(({ comment }) => [comment, []]));
  const ends = new Map<number, number[]>();
  const foreign: string[] = [];
  for (const { comment, content } of signs) {
    const issue = issueOf.get(comment);
    if (issue === undefined) foreign.push(`nobody wrote the comment ${comment}`);
    contents.get(comment)?.push(content);
    if (issue !== undefined && content === DONE.at(-1)) ends.set(issue, [...(ends.get(issue) ?? []), comment]);
  }
  const undone = wishes.flatMap(({ comment, issue }) => {
    const got = contents.get(comment) ?? [];
    return got.join() === DONE.join() ? [] : [`comment ${comment} on issue ${issue} got [${got.join(", ")}], not [${DONE.join(", ")}]`];
  });
  const disorder = [...ends].flatMap(([issue, comments]) =>
    comments.some((comment, index) => comment < (comments[index - 1] ?? 0))
      ? [`issue ${issue} was done in the order ${comments.join(" ")}`]
      : [],
  );
  return [...undone, ...new Set(foreign), ...disorder];
}
