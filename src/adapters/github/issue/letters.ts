/** Our comments on one issue and its pull request: created once each, found again by a mark that nobody sees, edited in place. */
import { type Api, ONCE, type Place } from "#adapters/github/client/api.ts";
import { ask, askForSome } from "#adapters/github/client/errors.ts";
import type { IsFresh } from "#adapters/github/client/fresh.ts";
import { once, type Sending } from "#adapters/github/client/once.ts";
import type { Refusal } from "#adapters/github/client/refusal.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { NewComment } from "#ports/github.ts";
import { planMark, tellShown } from "./plan-mark.ts";

/** Whoever wrote a comment, as GitHub shows it. */
export interface Writer {
  readonly id: number;
  readonly type: string;
}

/** An App, ours or another's: the desk writes as its App, the Action as `github-actions[bot]`. No person can have this type, so nobody's word is taken for ours. */
export function isApp({ type }: Writer): boolean {
  return type === "Bot";
}

/** GitHub's limit on a comment, in characters (F19). */
const LONGEST = 65_536;

/** Milliseconds by which GitHub's clock may be behind ours, before the first answer has told us. */
const SKEW = 900_000;

const PAGE = 100;

/** The mark of a comment. Throws for a key that could end the HTML comment, which is a bug of ours. */
function markOf(key: string): string {
  if (!/^[A-Za-z0-9._:/-]{1,200}$/.test(key) || key.includes("--"))
    throw new Error(`bug: ${JSON.stringify(key.slice(0, 100))} is no key of a comment: letters, digits and . _ : / - only, no two dashes`);
  return `<!-- loopwright:${key} -->`;
}

/** The text as it is sent. Throws where it does not fit: texts are fitted before they get here, so that is a bug of ours. */
export function sealed({ key, body, shows }: Pick<NewComment, "key" | "body" | "shows">): string {
  const plan = shows === undefined ? "" : planMark(shows);
  const text = `${body}\n\n${plan}${markOf(key)}`;
  if (text.length > LONGEST)
    throw new Error(`bug: the comment ${key} has ${text.length} characters with its mark, GitHub takes ${LONGEST}; fit the text first`);
  return text;
}

/** True for a text that ends with the mark: a text of ours may quote a stranger who wrote one down. */
export function isAt(text: string | null | undefined, key: string): boolean {
  return text?.trimEnd().endsWith(markOf(key)) === true;
}

/** The text as it was before it was sealed. */
export function withoutMark(text: string): string {
  return text.replace(/(?<!\s)\s*(?:<!-- loopwright-plan:[0-9a-f]{64} -->\s{1,2})?<!-- loopwright:[A-Za-z0-9._:/-]{1,200} -->\s*$/, "");
}

/** As GitHub's lists take a time, in milliseconds: a little earlier, for its clock may be behind ours. */
export function sinceOf(ms: number): string {
  return new Date(ms - SKEW).toISOString();
}

export interface LettersOptions extends Place, Pick<Sending<string>, "yields"> {
  readonly issue: number;
  /** Only a comment whose writer is ours is taken for ours. Where the token is a person's, by numeric id: a name can change hands. */
  readonly isOurs: (writer: Writer) => boolean;
  readonly clock: Clock;
  readonly isFresh: IsFresh;
  /** Told which plan a comment of ours shows, as it was sent or found. */
  readonly onShown: (id: number, shows: string | null) => void;
}

/** As `GitHub.comment`. One request when it is fresh, else two. Where two of ours stand there, the first one stays. Throws `Failure("github")`. */
export async function createLetter(
  api: Api,
  { owner, repo, issue, isOurs, clock, isFresh, onShown, yields = false }: LettersOptions,
  letter: NewComment,
): Promise<string> {
  const at = { owner, repo, issue_number: letter.on ?? issue };
  const body = sealed(letter);

  async function look(): Promise<string | null> {
    const since = sinceOf(letter.since);
    for (let page = 1; ; page += 1) {
      const { data } = await ask(() => api.rest.issues.listComments({ ...at, since, per_page: PAGE, page }));
      const found = data.filter(({ user, body: text }) => user !== null && isOurs(user) && isAt(text, letter.key));
      tellShown(found, onShown);
      if (found.length > 0) return firstOf(api, { owner, repo }, found);
      if (data.length < PAGE) return null;
    }
  }
  async function send(): Promise<string> {
    const { data } = await ask(() => api.rest.issues.createComment({ ...at, body, ...ONCE }));
    if (!isAt(data.body, letter.key)) await readBack(api, { owner, repo }, data.id, letter.key);
    onShown(data.id, letter.shows ?? null);
    return String(data.id);
  }
  return once(clock, { look, send, fresh: isFresh(letter.key, letter.since), announced: letter.pendingSince ?? null, yields });
}

/** GitHub's answer showed another text: what stands there counts. Throws `Failure("github")` where that is no better. */
async function readBack(api: Api, { owner, repo }: Place, id: number, key: string): Promise<void> {
  const { data } = await ask(() => api.rest.issues.getComment({ owner, repo, comment_id: id }));
  if (isAt(data.body, key)) return;
  const message = `comment ${id} shows another text than was sent: look at it, and take it away if it is not to stand there`;
  throw new Failure("github", message, { retryable: false });
}

/** The id of the first of several that stand there for one: a slow list let the others through, and they are taken away. */
async function firstOf(api: Api, place: Place, found: readonly { readonly id: number }[]): Promise<string> {
  const [first = 0, ...later] = found.map(({ id }) => id).sort((a, b) => a - b);
  for (const id of later) await retractLetter(api, place, String(id));
  return String(first);
}

/** As `GitHub.retract`. One request. Throws `Failure("github")`. */
export async function retractLetter(api: Api, { owner, repo }: Place, id: string): Promise<void> {
  await askForSome(() => api.rest.issues.deleteComment({ owner, repo, comment_id: Number(id) }));
}

/** As `GitHub.letters`. One request. Throws `Failure("github")`. */
export async function countLetters(
  api: Api,
  { owner, repo, issue, isOurs }: Pick<LettersOptions, "owner" | "repo" | "issue" | "isOurs">,
  { prefix, since, on }: { readonly prefix: string; readonly since: number; readonly on: number | undefined },
): Promise<number> {
  const at = { owner, repo, issue_number: on ?? issue, since: new Date(since).toISOString(), per_page: PAGE };
  const { data } = await ask(() => api.rest.issues.listComments(at));
  const recent = data.filter(({ updated_at }) => Date.parse(updated_at) >= since);
  return recent.filter(({ user, body }) => user !== null && isOurs(user) && keyIn(body)?.startsWith(prefix)).length;
}

/** The key of a letter; null where it has none. */
export function keyIn(text: string | null | undefined): string | null {
  return /<!-- loopwright:([A-Za-z0-9._:/-]{1,200}) -->$/.exec(text?.trimEnd().slice(-250) ?? "")?.[1] ?? null;
}

const deleted = ({ status }: Refusal): string | null =>
  status === 404 ? "the comment was deleted: nothing stands there any more; a new one must be created" : null;

/** As `GitHub.edit`. One request. Throws `Failure("github")`, also where the comment was deleted. */
export async function editLetter(api: Api, place: Place, id: string, letter: Pick<NewComment, "key" | "body" | "shows">): Promise<void> {
  const { owner, repo } = place;
  const body = sealed(letter);
  await ask(() => api.rest.issues.updateComment({ owner, repo, comment_id: Number(id), body }), { cure: deleted });
}
