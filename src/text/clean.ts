/** Takes out of a stranger's text what a reader of the rendered page would not see, and says what it was. */

/** Cleaned text, and what was taken out as words for a maintainer: `2 HTML comments`. */
export interface Cleaned {
  readonly text: string;
  readonly hidden: readonly string[];
}

type Count = readonly [kind: string, times: number];

/** Each kind with its pattern. No pattern can look at a character more than a bounded number of times. */
const UNSEEN: readonly (readonly [kind: string, pattern: RegExp, keep: string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  ["terminal sequence", /\u001b(?:\[[0-?]*[ -/]*[@-~]?|\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?)/g, ""],
  ["control character", /(?![\n\t])\p{Cc}/gu, ""],
  ["broken character", /\p{Cs}/gu, "\ufffd"],
  ["bidirectional character", /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ""],
  // One variation selector after an emoji only chooses its picture; every other one can carry a byte (INJ-06).
  ["invisible character", /(?!(?<=\p{Emoji})[\ufe0e\ufe0f])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu, ""],
  ["stacked accent", /(?<=\p{M}{8})\p{M}/gu, ""],
];

function words([kind, times]: Count): string {
  return `${times} ${kind}${times === 1 ? "" : "s"}`;
}

function takeOut(text: string): { readonly text: string; readonly counts: readonly Count[] } {
  const counts: Count[] = [];
  // Normalised first: a line end must not be taken for a control character.
  let rest = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n");
  for (const [kind, pattern, keep] of UNSEEN) {
    let times = 0;
    rest = rest.replace(pattern, () => {
      times += 1;
      return keep;
    });
    if (times > 0) counts.push([kind, times]);
  }
  return { text: rest, counts };
}

/**
 * Text without control, invisible and bidirectional characters and terminal sequences; line ends are `\n`. For text that is shown
 * as it is written, such as code and output: there a comment is seen by every reader. Linear time, idempotent. INJ-05 to INJ-08, INJ-12.
 */
export function visible(text: string): string {
  return takeOut(text).text;
}

/** The end of the comment that begins at `start`, behind its last character; null when it never ends. HTML's rules, not Markdown's. */
function commentEnd(text: string, start: number): number | null {
  const [empty] = /^(?:>|->)/.exec(text.slice(start + 4, start + 6)) ?? [];
  if (empty !== undefined) return start + 4 + empty.length;
  const end = /--!?>/g;
  end.lastIndex = start + 4;
  return end.exec(text) === null ? null : end.lastIndex;
}

/** A comment is replaced by a space, so that its neighbours cannot join to a new one (INJ-02). */
function withoutComments(text: string): { readonly text: string; readonly times: number } {
  const parts: string[] = [];
  let from = 0;
  let times = 0;
  for (let start = text.indexOf("<!--"); start !== -1; start = text.indexOf("<!--", from)) {
    const end = commentEnd(text, start);
    const opensBlock = /(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, start - 4), start));
    if (end === null && !opensBlock) {
      // No later comment ends either; within a line an open one is shown to readers.
      return { text: [...parts, text.slice(from).replaceAll("<!--", "<! --")].join(""), times };
    }
    parts.push(text.slice(from, start), " ");
    from = end ?? text.length; // an open comment at the start of a line hides the rest of the page (INJ-04)
    times += 1;
  }
  return { text: [...parts, text.slice(from)].join(""), times };
}

/** A link definition that is used as a comment: `[//]: # (words)`. It renders to nothing (INJ-09). */
const LINK_COMMENT = /^ {0,3}\[[^\]\n]{1,99}\]:[ \t]{0,9}(?:#|<>|<#>)(?:[ \t].*)?$/gm;

/**
 * Takes out what `visible` takes out, HTML comments and link definitions that are comments. For text that GitHub renders: issues,
 * comments, README files. `hidden` lists kinds with counts (INJ-28). Linear time, idempotent.
 */
export function clean(text: string): Cleaned {
  const { text: seen, counts } = takeOut(text);
  const { text: uncommented, times } = withoutComments(seen);
  let definitions = 0;
  const rest = uncommented.replace(LINK_COMMENT, () => {
    definitions += 1;
    return "";
  });
  const comments: readonly Count[] = [
    ["HTML comment", times],
    ["link comment", definitions],
  ];
  return { text: rest, hidden: [...counts, ...comments.filter(([, count]) => count > 0)].map(words) };
}
