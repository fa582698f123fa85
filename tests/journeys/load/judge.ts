/** What must be true after the load: each wish done once, in the order of its issue, none lost. Pure. */
import { QUEUE_BOUNDS } from "../../../bot/jobs/queue.ts";
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

/**
 * What is wrong with signs that were asked for a second time. Another bot does what the killed one had in hand, and cannot know how far that
 * came: a wish for each of its hands, with all its signs, is honest. The hands ahead of the turns count for nothing, since no wish here stops a
 * run; nor does a refused sign, since it was not set.
 */
export function repeatsIn(again: readonly Sign[]): readonly string[] {
  if (again.length <= QUEUE_BOUNDS.sideBySide * DONE.length) return [];
  const some = [...new Set(again.map(({ comment }) => comment))].slice(0, 10);
  const inHand = `the killed bot had ${QUEUE_BOUNDS.sideBySide} wishes of ${DONE.length} signs in hand`;
  return [`${again.length} signs were asked for again, and ${inHand}: done twice are the comments ${some.join(", ")} …`];
}
