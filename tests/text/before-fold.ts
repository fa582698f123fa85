/** A comment as a reader on a phone meets it: the words before its first fold, read off the page that GitHub's Markdown makes. */
import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/** The visible text before the first fold, in one line. */
export function beforeFold(markdown: string): string {
  const [top = ""] = markdown.split("<details>");
  const page = micromark(top, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return page
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}

/** The titles of folds, which are seen as well. */
export function foldTitles(markdown: string): readonly string[] {
  return [...markdown.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, title = ""]) => title);
}

/** Words of a text: what stands between blanks and holds a letter or a digit. */
export function words(text: string): number {
  return text.split(" ").filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Words of our own glossary that nobody knows who has not read our docs. */
export const GLOSSARY = [
  /\bhydrat/i,
  /\batoms?\b/i,
  /\bdriver\b/i,
  /\bcritic\b/i,
  /\bdigest\b/i,
  /\brehears/i,
  /\bbite\b/i,
  /\bguardrail/i,
  /\blevel [AB]\b/i,
  /\bstagnation\b/i,
  /\breflector\b/i,
  /\bjournal\b/i,
  /\bhandover\b/i,
];

/** Texts of at most so many words, with what Markdown and GitHub read in them; at most 500 characters, as a rule's description. */
export const longText = (most: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.lorem({ maxCount: 1 }), fc.constantFrom("`a`", "<b>", "&", "#12", "@wim", "x".repeat(300), "1.", "é")), {
      minLength: 1,
      maxLength: most,
    })
    .map((all) => all.join(" ").slice(0, 500));
