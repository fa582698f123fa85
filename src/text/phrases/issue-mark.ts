/** How the text of a pull request says which issue's run it shows: GitHub tells a comment on it without its branch. Nobody sees the mark, so nobody edits it. */

/** A line of its own; "" for a run without an issue. */
export function issueMark(issue: number | null): string {
  return issue === null ? "" : `\n<!-- loopwright-issue:${issue} -->\n`;
}

/**
 * The number of the issue; null where the text names none. Ours stands last, below all that is quoted. Anybody may write one: the journal of the
 * issue's run says whether it is true.
 */
export function issueIn(text: string): number | null {
  // The first versions wrote no mark.
  const named = lastOf(/^<!-- loopwright-issue:([1-9]\d{0,9}) -->[ \t]*$/gm, text) ?? lastOf(/^Closes #([1-9]\d{0,9})[ \t]*$/gm, text);
  return named === undefined ? null : Number(named);
}

function lastOf(pattern: RegExp, text: string): string | undefined {
  return [...text.matchAll(pattern)].at(-1)?.[1];
}
