/** Decides whether an assertion that was rewritten asserts no less than before, token by token. */
import { bare, bracketStep, isLiteral, isWord, type Tokens } from "./statement-text.ts";

/** Tokens of a statement that is compared. */
const LONGEST = 400;

/** Go reports by hand what it found: what the report says is no part of what is asserted. */
const REPORT = /^[tb] \. (?:Error|Fatal|Fail)/;
/** Assertions of one truth, to which another may be added. */
const OF_TRUTH = /^(?:assert!?|ok|assert \. ok|(?:\w+ \. )?assertTrue|assert_true)$/;
/** Words and signs that can turn what is joined to a truth. */
const TURNING = new Set(["or", "|", "?", "if", "else", "lambda", ";"]);

/**
 * True where the statement `after` asserts what `before` does: it is the same, but for kinds of quotation marks, a
 * message at its end, literals in whose place a name stands (those are among `literals`: a table of cases holds them
 * now), and a further truth behind an `and`. Cautious: it says no where it cannot tell. Pure.
 */
export function assertsNoLess(before: Tokens, after: Tokens, literals: ReadonlySet<string>): boolean {
  if (before.length > LONGEST || after.length > LONGEST) return false;
  const [begin, now] = [before, after].map((tokens) => tokens.slice(0, 3).join(" ")) as [string, string];
  if (REPORT.test(begin)) return REPORT.test(now);
  const pair: Pair = { before, after, literals, isTruth: OF_TRUTH.test(headOf(before)) };
  let place: Place | null = { index: 0, at: 0, depth: 0 };
  while (place !== null && place.index < before.length) place = nextPlace(place, pair);
  return place !== null && (place.at === after.length || endOfAddition(pair, place.at) === after.length);
}

/** Two statements that are compared. `isTruth`: they assert one truth. */
interface Pair {
  readonly before: Tokens;
  readonly after: Tokens;
  readonly literals: ReadonlySet<string>;
  readonly isTruth: boolean;
}

/** Up to where both were read, and how many brackets are open. */
interface Place {
  readonly index: number;
  readonly at: number;
  readonly depth: number;
}

/** The next place; null where the statements part. */
function nextPlace(place: Place, pair: Pair): Place | null {
  const { index, at, depth } = place;
  const [token, other] = [pair.before[index] as string, pair.after[at]];
  if (other !== undefined && bare(token) === bare(other))
    return { index: index + 1, at: at + 1, depth: depth + bracketStep(token) };
  const end = depth === 1 && bracketStep(token) === -1 ? endOfAddition(pair, at) : at;
  return end === at ? overName(place, pair) : { ...place, at: end };
}

/** Behind literals, in whose place a name stands now. */
function overName({ index, at, depth }: Place, { before, after, literals }: Pair): Place | null {
  const group = literalsFrom(before, index);
  const end = nameFrom(after, at);
  const isKept = end > at && group !== null && group.texts.every((text) => literals.has(text));
  return isKept ? { index: group.end, at: end, depth } : null;
}

/** The literals of the group that begins here, if there is nothing else in it; and where it ends. */
function literalsFrom(
  tokens: Tokens,
  from: number,
): { readonly texts: readonly string[]; readonly end: number } | null {
  const group = groupAt(tokens, from);
  const texts = group.filter(isLiteral).map(bare);
  const isOnly = group.every((token) => isLiteral(token) || bracketStep(token) !== 0 || /^[,:]$/.test(token));
  return isOnly && texts.length > 0 ? { texts, end: from + group.length } : null;
}

/** The token here, or all up to the bracket that closes the one here; empty where none does. */
function groupAt(tokens: Tokens, from: number): Tokens {
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    depth += bracketStep(tokens[index] as string);
    if (depth <= 0) return tokens.slice(from, index + 1);
  }
  return [];
}

/** Where the name ends that begins here, such as `one.fields`; the same place where none does. */
function nameFrom(tokens: Tokens, from: number): number {
  if (!isWord(tokens[from] ?? "")) return from;
  let end = from + 1;
  while (tokens[end] === "." && isWord(tokens[end + 1] ?? "")) end += 2;
  return end;
}

/** Where a message, or a further truth, ends that is added here; the same place where nothing lawful is. */
function endOfAddition({ after, isTruth }: Pair, from: number): number {
  let [end, depth] = [from, 0];
  for (; end < after.length; end += 1) {
    depth += bracketStep(after[end] as string);
    if (depth < 0) break;
  }
  const added = after.slice(from, end);
  return isMessage(added) || (isTruth && isFurtherTruth(added)) ? end : from;
}

/** A string, or one with a letter before it as Python's, behind a comma. */
function isMessage([comma, first = "", second = ""]: Tokens): boolean {
  return comma === "," && (/^["'`]/.test(first) || (isWord(first) && /^["'`]/.test(second)));
}

function isFurtherTruth(added: Tokens): boolean {
  const joins = added[0] === "and" || (added[0] === "&" && added[1] === "&");
  return joins && !added.some((token) => TURNING.has(token));
}

/** The tokens before the first bracket or blank that begins what is asserted. */
function headOf(tokens: Tokens): string {
  const end = tokens.findIndex(
    (token, at) => token === "(" || (at > 0 && isWord(token) && isWord(tokens[at - 1] as string)),
  );
  return tokens.slice(0, end === -1 ? 1 : end).join(" ");
}
