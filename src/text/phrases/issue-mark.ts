/**
 * Marks a pull request with the issue of its run: GitHub's event of a comment on a pull request does not name the
 * branch. The mark is an HTML comment, invisible to people.
 */

/** The mark on a line of its own; "" for a run without an issue. */
export function issueMark(issue: number | null): string {
  return issue === null ? "" : `\n<!-- loopwright-issue:${issue} -->\n`;
}

/**
 * The number of the issue; null where the text names none. Our mark stands last, below all quoted text. Anybody may
 * write one: the caller checks it against the journal of the issue's run.
 */
export function issueIn(text: string): number | null {
  // The first versions wrote no mark, only the closing line.
  const named =
    lastOf(/^<!-- loopwright-issue:([1-9]\d{0,9}) -->[ \t]*$/gm, text) ??
    lastOf(/^Closes #([1-9]\d{0,9})[ \t]*$/gm, text);
  return named === undefined ? null : Number(named);
}

function lastOf(pattern: RegExp, text: string): string | undefined {
  return [...text.matchAll(pattern)].at(-1)?.[1];
}
