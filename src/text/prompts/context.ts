/** What a plan is made from beside the issue and the files, as data for the hydrator. */
import type { ListedIssue, RelatedIssues } from "#core/planning/related-issues.ts";
import { block } from "./data.ts";

function told({ number, title, open, isPullRequest, labels }: ListedIssue): string {
  const kind = isPullRequest ? "pull request" : "issue";
  return `#${number} ${title} (${open ? "open" : "closed"} ${kind}${labels.length === 0 ? "" : `; ${labels.join(", ")}`})`;
}

/** What else the tracker holds; "" where nothing is known. Titles and labels are words of strangers. */
export function trackerData(tracker: RelatedIssues | null): string {
  const groups = Object.entries(tracker ?? {}) as readonly (readonly [keyof RelatedIssues, readonly ListedIssue[]])[]; // Tracker has these keys alone
  const lines = groups.flatMap(([group, found]) => found.map((neighbour) => `${group}: ${told(neighbour)}`));
  return lines.length === 0 ? "" : block("other issues and pull requests", "strangers", lines);
}

/** The files that the issue seems to be about; "" where none does. */
export function relevantData(paths: readonly string[]): string {
  return paths.length === 0 ? "" : block("files that the issue may be about", "repository", paths);
}
