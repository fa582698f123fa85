/** Puts an invisible mark under each comment of Loopwright, by which the comment is found again. */
import type { NewComment } from "#ports/github-comments.ts";
import { planMark } from "./plan-mark.ts";

/** GitHub's limit on a comment, in characters. */
export const LONGEST_COMMENT = 65_536;

/** The mark of a comment. Throws for a key that could end the HTML comment, which is a bug. */
function markOf(key: string): string {
  if (!/^[A-Za-z0-9._:/-]{1,200}$/.test(key) || key.includes("--"))
    throw new Error(
      `bug: ${JSON.stringify(key.slice(0, 100))} is no key of a comment: ` +
        "letters, digits and . _ : / - only, no two dashes",
    );
  return `<!-- loopwright:${key} -->`;
}

/** The text as it is sent. Throws where it is too long: callers shorten texts before, so that is a bug. */
export function withMark({ key, body, shows }: Pick<NewComment, "key" | "body" | "shows">): string {
  const plan = shows === undefined ? "" : planMark(shows);
  const text = `${body}\n\n${plan}${markOf(key)}`;
  if (text.length > LONGEST_COMMENT)
    throw new Error(
      `bug: the comment ${key} has ${text.length} characters with its mark, ` +
        `GitHub takes ${LONGEST_COMMENT}; fit the text first`,
    );
  return text;
}

/** True for a text that ends with the mark: a text of ours may quote a stranger's copy of one. */
export function hasMark(text: string | null | undefined, key: string): boolean {
  return text?.trimEnd().endsWith(markOf(key)) === true;
}

/** The text without its marks. */
export function withoutMark(text: string): string {
  return text.replace(
    /(?<!\s)\s*(?:<!-- loopwright-plan:[0-9a-f]{64} -->\s{1,2})?<!-- loopwright:[A-Za-z0-9._:/-]{1,200} -->\s*$/,
    "",
  );
}

/** The key of a comment; null where it has none. */
export function commentKeyOf(text: string | null | undefined): string | null {
  return /<!-- loopwright:([A-Za-z0-9._:/-]{1,200}) -->$/.exec(text?.trimEnd().slice(-250) ?? "")?.[1] ?? null;
}
