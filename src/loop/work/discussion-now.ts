/** Reads what people have said about the issue, and who of them may be heard. */
import { authorize } from "#core/commands/permission.ts";
import { type Discussion, discussionOf } from "#core/plan/discussion.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { GitHub } from "#ports/github.ts";
import type { Remark } from "#ports/github-comments.ts";

/** People whose role is looked up, those who spoke last; all others count as strangers. */
const PEOPLE = 20;

/**
 * The comments of people who may triage the issue, and of its author; undefined off GitHub, and where nobody has said
 * anything. One request where nobody has; else another, and one for each person. Throws `Failure("github")`.
 */
export async function discussionNow({ github }: Pick<StepContext, "github">): Promise<Discussion | undefined> {
  if (github === null) return undefined;
  const { authorId, comments: said } = await github.issue();
  const remarks = said === 0 ? [] : await github.remarks();
  if (remarks.length === 0) return undefined;
  const heard = await trustedAmong(remarks, authorId, github, PEOPLE);
  const comments = remarks
    .filter(({ by }) => heard.has(by.id))
    .map(({ id, by, written, text }) => ({
      id,
      by: by.login,
      written,
      text,
      ...(by.id === authorId && { author: true as const }),
    }));
  return discussionOf(comments, remarks.length - comments.length);
}

/**
 * The accounts whose remarks are heard: the author's, and those of people who may triage. The roles of at most `people`
 * are asked for, a request each: of those who spoke last. Throws `Failure("github")`.
 */
export async function trustedAmong(
  remarks: readonly Pick<Remark, "by">[],
  authorId: number,
  github: GitHub,
  people: number,
): Promise<ReadonlySet<number>> {
  const others = new Map(remarks.flatMap(({ by }) => (by.id === authorId ? [] : [[by.id, by] as const])).toReversed());
  const heard = new Set([authorId]);
  for (const by of [...others.values()].slice(0, people)) {
    const standing = { role: await github.roleOf(by), isAuthor: false, throughApp: false, freeze: null };
    if (authorize("remark", standing) === null) heard.add(by.id);
  }
  return heard;
}
