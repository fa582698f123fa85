/**
 * What a change must not bring into a file, found in the lines that it adds: secrets, and characters that make code
 * read otherwise than it runs (OUT-03, OUT-12).
 */
import { tokensIn } from "#core/analysis/secrets/token-shapes.ts";
import { isSensitiveName } from "./path-class.ts";

/** Overrides, embeddings and isolates (CVE-2021-42574, security T20). */
const BIDI = /[\u202A-\u202E\u2066-\u2069]/u;
/** Tags: a whole alphabet that is never drawn. */
const TAGS = /[\u{e0001}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u;
/** Not drawn, and no part of an emoji. */
const UNSEEN =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|(?!\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
/** One selector chooses the picture of an emoji, or makes a key of a digit; every other one can carry a byte. */
const SELECTOR = /(?<!\p{Extended_Pictographic})(?!(?<=[0-9#*])\ufe0f\u20e3)[\ufe0e\ufe0f]/u;
/**
 * Letters of the Cyrillic, Greek and Armenian alphabets that look like Latin ones, but for those that formulas need.
 */
const ALIKE = /[аеорсухіјѕԁԛԝһАВЕКМНОРСТУХІЈЅοΟΑΒΕΖΗΙΚΜΝΡΤΥΧոսօհ]/u;
const WORDS = /[\p{L}_$][\p{L}\p{N}_$]{1,200}/gu;
/**
 * Written for people, in any language: some need characters that nobody sees, and mix alphabets. Pages too, for their
 * text.
 */
const PROSE = /\.(?:md|markdown|mdx|txt|rst|adoc|po|pot|csv|tsv|strings|xlf|arb|html?|srt|vtt)$/i;
/** Data is no prose, but for translations by their place or name. */
const TRANSLATED =
  /(?:^|\/)(?:_?locales?|i18n|l10n|lang(?:uage)?s?|translations?)\/(?:[^/]+\/)*[^/]+\.(?:json|ya?ml|properties)$|_[a-z]{2}(?:_[A-Z]{2})?\.properties$/;

/**
 * A token of a guide or a test: a word that says so. One private key in two hundred holds a word of four letters by
 * chance, so that such a word counts where it stands alone, or where the body of a token begins (`ghp_test…`,
 * `sk-ant-api03-fake…`).
 */
const EXAMPLE =
  /example|sample|dummy|x{6}|placeholder|redacted|0123456789|1234567890|(?:(?<![a-z0-9])(?:fake|test|your)(?![a-z0-9])|^(?:[a-z0-9]{1,8}[_-]){1,3}(?:fake|test|your))/i;
/** So many different letters has no made-up token, and every real one. */
const RANDOM = 12;

/** A text file as it was (empty for a new one) and as it is. */
export interface RewrittenText {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Why the new text of a file is refused, with the line; null when it is fine. Lines that it had before are no change.
 * Linear. Pure.
 */
export function forbiddenLine({ path, before, after }: RewrittenText): string | null {
  const old = new Set(before.split("\n"));
  const isProse = PROSE.test(path) || (TRANSLATED.test(path) && !isSensitiveName(path));
  const added: string[] = [];
  for (const [index, line] of after
    .replace(/^\ufeff/, "")
    .split("\n")
    .entries()) {
    if (old.has(line)) continue;
    const why = strangeIn(line, isProse);
    if (why !== null) return `line ${index + 1} ${why}, which the base does not`;
    added.push(line);
  }
  return secretsIn(added.join("\n")).length > 0 ? SECRET_FOUND : null;
}

/** What is said of a file that adds one. */
export const SECRET_FOUND = "it adds what looks like a secret, a token or a private key";

/** The tokens and private keys in a text that are no examples. Linear. Pure. */
export function secretsIn(text: string): readonly string[] {
  return tokensIn(text).filter((token) => !EXAMPLE.test(token) && new Set(token).size >= RANDOM);
}

function strangeIn(line: string, isProse: boolean): string | null {
  if (BIDI.test(line)) return "holds bidirectional marks that hide what the code does";
  if (TAGS.test(line) || SELECTOR.test(line) || (!isProse && UNSEEN.test(line)))
    return "holds characters that nobody sees";
  if (isProse || !ALIKE.test(line)) return null;
  const word = [...line.matchAll(WORDS)].map(([one]) => one).find((one) => ALIKE.test(one) && /[A-Za-z]/.test(one));
  return word === undefined ? null : `mixes letters of two alphabets that look alike in ${JSON.stringify(word)}`;
}
