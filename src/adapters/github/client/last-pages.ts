/** Reads the newest pages of lists that GitHub gives oldest first. */
import { askGitHub } from "./github-request.ts";

/** Pages that are read at most: the first, and the newest. */
const PAGES = 3;

/** The client's answer for a page. */
interface Page<T> {
  readonly data: readonly T[];
  readonly headers: { readonly link?: string | undefined };
}

/**
 * The first page and the two newest, in GitHub's order, without those between. One request where there is one page,
 * three at most. Throws `Failure("github")`.
 */
export async function readLastPages<T>(request: (page: number) => Promise<Page<T>>): Promise<readonly T[]> {
  const first = await askGitHub(() => request(1));
  const found = [...first.data];
  const last = lastPage(first.headers.link ?? "");
  for (let page = Math.max(2, last - PAGES + 2); page <= last; page += 1) {
    const { data } = await askGitHub(() => request(page));
    found.push(...data);
  }
  return found;
}

/** The last page that GitHub's `Link` header names; a list of one page has none. */
function lastPage(link: string): number {
  return Number(/[?&]page=(\d{1,6})[^>]*>; rel="last"/.exec(link)?.[1] ?? 1);
}
