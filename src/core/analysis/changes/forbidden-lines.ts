/**
 * Decides whether the new text of a file is refused, by the lines that a change adds: secrets, and characters that make
 * code read otherwise than it runs.
 */
import { tokensIn } from "#core/analysis/secrets/token-shapes.ts";
import { isSensitiveName } from "./path-class.ts";

/** Overrides, embeddings and isolates of text direction (CVE-2021-42574). */
const BIDI = /[\u202A-\u202E\u2066-\u2069]/u;
/** Tags: a whole alphabet that is never drawn. */
const TAGS = /[\u{e0001}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u;
const LOOSE_JOINER = /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/u;
const NOT_DRAWN = /(?!\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
/** Characters that are not drawn and are no part of an emoji. */
const UNSEEN = new RegExp(`${LOOSE_JOINER.source}|${NOT_DRAWN.source}`, "u");
/**
 * Variation selectors that neither choose the picture of an emoji nor make a keycap of a digit: each can carry a hidden
 * byte.
 */
const SELECTOR = /(?<!\p{Extended_Pictographic})(?!(?<=[0-9#*])\ufe0f\u20e3)[\ufe0e\ufe0f]/u;
/**
 * Letters of the Cyrillic, Greek and Armenian alphabets that look like Latin ones, without those that formulas need.
 */
const ALIKE = /[аеорсухіјѕԁԛԝһАВЕКМНОРСТУХІЈЅοΟΑΒΕΖΗΙΚΜΝΡΤΥΧոսօհ]/u;
const WORDS = /[\p{L}_$][\p{L}\p{N}_$]{1,200}/gu;
/**
 * Files of text for people, in any language: some languages need characters that are not drawn, and mix alphabets. HTML
 * pages count too, for their text.
 */
const PROSE = /\.(?:md|markdown|mdx|txt|rst|adoc|po|pot|csv|tsv|strings|xlf|arb|html?|srt|vtt)$/i;
const IN_FOLDER =
  /(?:^|\/)(?:_?locales?|i18n|l10n|lang(?:uage)?s?|translations?)\/(?:[^/]+\/)*[^/]+\.(?:json|ya?ml|properties)$/;
const BY_NAME = /_[a-z]{2}(?:_[A-Z]{2})?\.properties$/;
/** Data files that hold translations, by their folder or name: their text is for people too. */
const TRANSLATED = new RegExp(`${IN_FOLDER.source}|${BY_NAME.source}`);

const ANYWHERE = /example|sample|dummy|x{6}|placeholder|redacted|0123456789|1234567890/;
const ALONE = /(?<![a-z0-9])(?:fake|test|your)(?![a-z0-9])/;
const IN_BODY = /^(?:[a-z0-9]{1,8}[_-]){1,3}(?:fake|test|your)/;
/**
 * A word that marks a token of a guide or a test. One private key in two hundred holds a word of four letters by
 * chance, so such a word counts only where it stands alone, or where the body of a token begins (`ghp_test…`,
 * `sk-ant-api03-fake…`).
 */
const EXAMPLE = new RegExp(`${ANYWHERE.source}|${ALONE.source}|${IN_BODY.source}`, "i");
/** Different characters that every real token has at least, and no made-up one. */
const RANDOM = 12;

/** A text file before (empty for a new one) and after a change. */
export interface RewrittenText {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Gives the reason why the new text of a file is refused, with the line; null when it is fine. Lines that it held
 * before are no finding. Linear. Pure.
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

/** The reason for refusing a file that adds a secret. */
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
