/** What stands on an issue, for whoever may have missed it when it was said. */
import type { Labelled, Reaction, Said, Seen } from "#ports/github.ts";
import type { Api } from "./api.ts";
import { ask } from "./errors.ts";
import type { IssuePlace } from "./issue-now.ts";
import { keyIn, sinceOf, type Writer, withoutMark } from "./letters.ts";
import { lookAgain } from "./look-again.ts";

const PAGE = 100;
/** Pages that are looked at: what stands beyond them is older than what anybody waits for. */
const PAGES = 3;
/** Words of people whose signs are looked at, the newest. */
const WORDS = 10;

/** The signs that are set when a word has had its answer. */
const LAST: readonly Reaction[] = ["rocket", "-1", "confused"];

export interface SeenOptions extends IssuePlace {
  readonly isOurs: (writer: Writer) => boolean;
}

type Comment = Awaited<ReturnType<Api["rest"]["issues"]["listComments"]>>["data"][number];
type Sign = { readonly content: string; readonly user: Writer | null };

/** As `GitHub.seen`. One request for each hundred comments, at most three, and one for each word. */
export async function seenOn(api: Api, options: SeenOptions, since: number): Promise<Seen> {
  const { owner, repo, issue, isOurs } = options;
  const found: Comment[] = [];
  for (let page = 1; page <= PAGES && found.length === (page - 1) * PAGE; page += 1) {
    const at = { owner, repo, issue_number: issue, since: sinceOf(since), per_page: PAGE, page };
    const { data } = await ask(() => api.rest.issues.listComments(at));
    found.push(...data);
  }
  const letters = found.filter(({ user }) => user != null && isOurs(user));
  const unheard: Said[] = [];
  for (const said of wordsIn(found, since, WORDS)) if (!(await isAnswered(api, options, said.id))) unheard.push(said);
  return { unheard, letters: new Map(letters.map(({ id, body }) => [String(id), { key: keyIn(body), text: withoutMark(body ?? "") }])) };
}

/** As `GitHub.said`, for as long as it is held. */
export function saidOn(api: Api, { owner, repo, issue }: IssuePlace): (since: number) => Promise<readonly Said[]> {
  const again = lookAgain<readonly Comment[]>();
  return async (since) => {
    const at = { owner, repo, issue_number: issue, since: sinceOf(since), per_page: PAGE };
    const found = await again(at.since, (headers) => api.rest.issues.listComments({ ...at, headers }));
    return wordsIn(found ?? [], since, PAGE);
  };
}

/** What people said with a slash, the newest `most`. */
function wordsIn(found: readonly Comment[], since: number, most: number): readonly Said[] {
  const words = found.filter(({ user, body }) => user != null && user.type === "User" && body?.trimStart().startsWith("/"));
  return words
    .slice(-most)
    .map(saidIn)
    .filter(({ at }) => at >= since);
}

function saidIn({ id, body, user, created_at, updated_at, performed_via_github_app: app }: Comment): Said {
  return {
    id,
    body: body ?? "",
    by: { id: user?.id ?? 0, login: user?.login ?? "", type: user?.type ?? "" },
    edited: created_at !== updated_at,
    throughApp: app != null,
    at: Date.parse(created_at),
  };
}

async function isAnswered(api: Api, { owner, repo, isOurs }: SeenOptions, id: number): Promise<boolean> {
  const { data } = await ask(() => api.rest.reactions.listForIssueComment({ owner, repo, comment_id: id, per_page: PAGE }));
  return hasLast(data, isOurs);
}

function hasLast(signs: readonly Sign[], isOurs: SeenOptions["isOurs"]): boolean {
  return signs.some(({ content, user }) => user !== null && isOurs(user) && LAST.some((last) => last === content));
}

/** As `GitHub.labelled`. Two requests at most, of the issue's signs and of its newest hundred events. */
export async function labelledBy(api: Api, { owner, repo, issue, isOurs }: SeenOptions, label: string): Promise<Labelled | null> {
  const at = { owner, repo, issue_number: issue };
  const { data: signs } = await ask(() => api.rest.reactions.listForIssue({ ...at, per_page: PAGE }));
  if (hasLast(signs, isOurs)) return null;
  const { data } = await ask(() => api.rest.issues.listEvents({ ...at, per_page: PAGE }));
  const found = data.filter((one) => one.event === "labeled" && "label" in one && one.label?.name?.toLowerCase() === label.toLowerCase());
  const last = found.at(-1);
  if (last?.actor == null) return null;
  const { id, login, type } = last.actor;
  return { by: { id, login, type }, at: Date.parse(last.created_at), throughApp: last.performed_via_github_app != null };
}
