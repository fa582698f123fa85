/**
 * Marks a comment with the plan that it was created to show, whatever is written into it later
 * (.github/decisions/0044-what-an-approval-is-held-against.md).
 */

const BOTH_MARKS = /<!-- loopwright-plan:([0-9a-f]{64}) -->\s{1,2}<!-- loopwright:[A-Za-z0-9._:/-]{1,200} -->$/;

/** The line before the mark of the comment itself. */
export function planMark(digest: string): string {
  return `<!-- loopwright-plan:${digest} -->\n`;
}

/** The digest of the plan that a comment was created to show; null where it has none. */
export function planDigestIn(text: string): string | null {
  const end = text.trimEnd().slice(-400);
  return BOTH_MARKS.exec(end)?.[1] ?? null;
}

/** Reports for each comment the plan that it shows. */
export function reportShownPlans(
  found: readonly { readonly id: number; readonly body?: string }[],
  onShown: (id: number, shows: string | null) => void,
): void {
  for (const { id, body } of found) onShown(id, planDigestIn(body ?? ""));
}
