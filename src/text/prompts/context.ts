/** Gives the hydrator the context of the issue as data: other issues, and files that it may be about. */
import type { ListedIssue, RelatedIssues } from "#core/planning/related-issues.ts";
import { block } from "./data.ts";

function issueLine({ number, title, open, isPullRequest, labels }: ListedIssue): string {
  const kind = isPullRequest ? "pull request" : "issue";
  return (
    `#${number} ${title} (${open ? "open" : "closed"} ` +
    `${kind}${labels.length === 0 ? "" : `; ${labels.join(", ")}`})`
  );
}

/** Other issues and pull requests of the repository; "" for none. Titles and labels are untrusted text. */
export function trackerData(tracker: RelatedIssues | null): string {
  // `RelatedIssues` has these keys alone.
  const groups = Object.entries(tracker ?? {}) as readonly (readonly [keyof RelatedIssues, readonly ListedIssue[]])[];
  const lines = groups.flatMap(([group, found]) => found.map((neighbour) => `${group}: ${issueLine(neighbour)}`));
  return lines.length === 0 ? "" : block("other issues and pull requests", "strangers", lines);
}

/** The files that the issue may be about; "" for none. */
export function relevantData(paths: readonly string[]): string {
  return paths.length === 0 ? "" : block("files that the issue may be about", "repository", paths);
}
