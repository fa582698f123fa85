/** Sorts the issues and pull requests around an issue when a plan is made: facts for the hydrator, chosen by code. */
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
 * Sorts the neighbours of an issue, which GitHub lists newest first, and those that it names (`numbersNamedIn`). The
 * issue itself is left out; each stands in the first list that fits.
 */
export function relatedIssuesOf(
  issue: { readonly number: number | null },
  all: readonly ListedIssue[],
  named: ReadonlySet<number>,
): RelatedIssues {
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

/** `#12`, `GH-12` and `owner/name#12`, after a blank or a bracket. */
const REFERENCE = /(?:^|[\s(,;:[])(?:GH-|([\w.-]{1,100}\/[\w.-]{1,100})?#)(\d{1,9})\b/gi;

/** What follows the address of the repository in that of an issue or a pull request. */
const PAGE = /^\/(?:issues|pull)\/(\d{1,9})\b/;

/**
 * The numbers of the issues and pull requests of this repository that a text names, in order, each once. `address`: of
 * the repository, such as `https://github.com/owner/name`; a reference to another one is none.
 */
export function numbersNamedIn(text: string, address: string): ReadonlySet<number> {
  const here = address.toLowerCase();
  const name = here.split("/").slice(-2).join("/");
  const short = [...text.matchAll(REFERENCE)].flatMap(([, repository, digits]) =>
    repository === undefined || repository.toLowerCase() === name ? [Number(digits)] : [],
  );
  const pages = text.toLowerCase().split(here).slice(1);
  return new Set([...short, ...pages.flatMap((rest) => PAGE.exec(rest)?.[1] ?? []).map(Number)]);
}

/** The most issues that are asked for one by one. */
const ASKED = 5;

/** The numbers that are named but not listed, and so are to be asked for: the first five. */
export function numbersToAskFor(
  { number: own }: { readonly number: number | null },
  listed: readonly Pick<ListedIssue, "number">[],
  named: ReadonlySet<number>,
): readonly number[] {
  const known = new Set([own, ...listed.map(({ number }) => number)]);
  return [...named].filter((number) => number > 0 && !known.has(number)).slice(0, ASKED);
}
