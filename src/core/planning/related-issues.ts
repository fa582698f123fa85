/** Sorts the issues and pull requests around an issue when a plan is made: facts for the hydrator, chosen by code. */
import { issueText } from "#core/plan/issue.ts";

/** An issue or pull request of the repository as a list shows it. */
export interface ListedIssue {
  readonly number: number;
  readonly title: string;
  readonly open: boolean;
  readonly isPullRequest: boolean;
  readonly labels: readonly string[];
}

/**
 * `linked`: what the issue names by number. `blocked`: open, with a label that says so. At most five of each but the
 * linked, newest first.
 */
export interface RelatedIssues {
  readonly linked: readonly ListedIssue[];
  readonly blocked: readonly ListedIssue[];
  readonly open: readonly ListedIssue[];
  readonly recent: readonly ListedIssue[];
}

const MOST = 5;

/**
 * Sorts the neighbours of an issue, which GitHub lists newest first. The issue itself is left out; each stands in the
 * first list that fits.
 */
export function relatedIssuesOf(
  issue: { readonly number: number | null; readonly title: string; readonly body: string },
  all: readonly ListedIssue[],
): RelatedIssues {
  const named = numbersIn(issueText(issue));
  const others = all.filter(({ number }) => number !== issue.number);
  const linked = others.filter(({ number }) => named.has(number));
  const rest = others.filter((other) => !linked.includes(other));
  const blocked = rest.filter(({ open, labels }) => open && labels.some((label) => /\bblocked\b/i.test(label)));
  const free = rest.filter((other) => !blocked.includes(other));
  return {
    linked: linked.slice(0, 2 * MOST),
    blocked: blocked.slice(0, MOST),
    open: free.filter(({ open }) => open).slice(0, MOST),
    recent: free.filter(({ open }) => !open).slice(0, MOST),
  };
}

function numbersIn(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(/(?:^|[\s(,;:])#(\d{1,9})\b/g)].map(([, digits]) => Number(digits)));
}
