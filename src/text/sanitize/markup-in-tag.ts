/** Decides whether what a browser takes for a tag is plain text for Markdown, with other markup within it. */

/** What CommonMark takes for inline HTML, as narrow as its editions 0.29 to 0.31 have it. Links are less close. */
const INLINE: readonly RegExp[] = [
  /^<[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>$/,
  /^<\/[A-Za-z][A-Za-z0-9-]*\s*>$/,
  /^<!--(?!-?>)(?:-?[^-])*-->$/,
  /^<\?(?:[^?]|\?(?!>))*\?>$/,
  /^<![A-Z]+\s+[^>]*>$/,
  /^<!\[CDATA\[(?:[^\]]|\](?!\]>))*\]\]>$/,
];

/** An image, the title of a link or a tag that begins here and does not plainly end here too. */
const OPEN = /!\[|\]\((?![^'"()]*\))|.<(?![^<>"']*>)/s;

/**
 * True for markup that Markdown does not take for HTML and in which other markup may begin, to end behind it.
 * https://spec.commonmark.org/0.31.2/#raw-html
 */
export function holdsMarkup(markup: string): boolean {
  return OPEN.test(markup) && !INLINE.some((kind) => kind.test(markup));
}
