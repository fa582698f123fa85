/** Decides which parts of an HTML tag readers of a page see: its content, and each of its attributes. */
import type { Attribute, Tag } from "./html-tag.ts";

/** Styles that hide an element. */
const HIDING = new RegExp(
  [
    String.raw`display\s*:\s*none`,
    String.raw`visibility\s*:\s*hidden`,
    String.raw`opacity\s*:\s*0`,
    String.raw`font-size\s*:\s*0`,
    String.raw`(?:^|[^-])color\s*:\s*(?:white|transparent|#fff)`,
  ].join("|"),
  "i",
);

/** Elements that a page does not show. */
const HIDDEN_NAMES: readonly string[] = [
  "template",
  "noscript",
  "style",
  "script",
  "title",
  "head",
  "iframe",
  "object",
  "noframes",
  "noembed",
  "rp",
  "datalist",
  "dialog",
  "audio",
  "video",
  "canvas",
];

/** True for an element whose content readers do not see, here or on a page that keeps its attributes. */
export function isHidden({ name, attributes }: Tag): boolean {
  if (HIDDEN_NAMES.includes(name)) return true;
  return attributes.some(
    (one) =>
      one.name === "hidden" ||
      (one.name === "aria-hidden" && one.value === "true") ||
      (one.name === "style" && HIDING.test(one.value ?? "")),
  );
}

/** Attributes that hold a place or a size and no words. */
const PLAIN: readonly string[] = [
  "href",
  "src",
  "width",
  "height",
  "align",
  "open",
  "start",
  "colspan",
  "rowspan",
  "id",
  "class",
  "lang",
];

/** A name is no message up to this length; an address may be longer. */
const LONGEST = { name: 40, address: 500 } as const;

/** True for an attribute that cannot hold a sentence. */
export function isPlain({ name, value }: Attribute): boolean {
  if (!PLAIN.includes(name)) return false;
  const isAddress = name === "href" || name === "src";
  const isWords = /[\s"'<>`]|^(?:data|javascript|vbscript):/i.test(value ?? "");
  return !isWords && (value ?? "").length <= (isAddress ? LONGEST.address : LONGEST.name);
}

/** The tag without the attributes that are taken out. */
export function tagText({ name, closing, attributes }: Tag): string {
  const kept = attributes
    .filter(isPlain)
    .map((one) => (one.value === null ? ` ${one.name}` : ` ${one.name}="${one.value}"`));
  return `<${closing ? "/" : ""}${name}${kept.join("")}>`;
}
