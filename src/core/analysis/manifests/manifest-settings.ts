/**
 * Takes out of a manifest what steers no test, such as its dependencies: one more of those is honest work, a changed
 * setting of the tests is a finding.
 */
import { canonicalJson } from "#core/values/digest.ts";
import { npmSettingsIn } from "./npm-settings.ts";

/** Keys of composer.json and deno.json that steer no test; every other key may. */
const FREE = {
  "composer.json":
    "name description version type keywords homepage readme license authors support funding " +
    "require require-dev conflict replace provide suggest minimum-stability prefer-stable",
  "deno.json": "name version description license author exports imports publish lock",
} as const;

const DESCRIBING = /version|name|description|url|licenses|developers|contributors|scm|issueManagement/;
const DEPENDING = /dependencies|dependencyManagement|properties\/[^/]*[.-]version/;
/** Elements of a pom.xml that steer no test, by their path. Plugins do, with the dependencies that they have. */
const FREE_ELEMENTS = new RegExp(`^project/(?:${DESCRIBING.source}|${DEPENDING.source})$`);

/**
 * Gives the text without what steers no test; all of it where that is not certain, and for any other file. Linear.
 * Pure.
 */
export function testSettingsIn(path: string, text: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "composer.json") return withoutKeys(text, FREE["composer.json"]);
  if (name === "deno.json" || name === "deno.jsonc") return withoutKeys(text, FREE["deno.json"]);
  if (name === ".npmrc") return npmSettingsIn(text);
  return name === "pom.xml" ? (withoutElements(text) ?? text) : text;
}

function withoutKeys(text: string, free: string): string {
  const names = free.split(" ");
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null || Array.isArray(read)) return text;
    return canonicalJson(Object.fromEntries(Object.entries(read).filter(([key]) => !names.includes(key))));
  } catch {
    // No JSON, or JSON with comments: a value here, compared as it stands.
    return text;
  }
}

const DECLARATION = /^\s*<\?xml [^<>]*\?>/;
const TAG = /<\/?[\w.:-]+(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?>/g;
/** The most characters in the name of an element, and in a file. No honest one is longer. */
const LONGEST_NAME = 100;
const LONGEST_TEXT = 131_072;

/** Null for a text that is not only elements, text and comments, one within the other. */
function withoutElements(text: string): string | null {
  const parts = partsOf(withoutComments(text.replace(DECLARATION, "")));
  const open: string[] = [];
  const kept = [DECLARATION.exec(text)?.[0] ?? ""];
  for (const { before, tag, name, begins, ends } of parts ?? []) {
    kept.push(...unlessFree(open, before));
    if (begins) open.push(name);
    kept.push(...unlessFree(open, tag));
    if (ends && open.pop() !== name) return null;
  }
  return parts === null || open.length > 0 ? null : kept.join("\n");
}

/**
 * Takes comments out by hand: a pattern that looks for an end from every beginning takes quadratic time. One without an
 * end stays.
 */
function withoutComments(text: string): string {
  let rest = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf("<!--", from);
    const end = start === -1 ? -1 : text.indexOf("-->", start + 4);
    if (end === -1) return rest + text.slice(from);
    rest += text.slice(from, start);
    from = end + 3;
  }
}

/** A tag, with the text between it and the tag before. */
interface Part {
  readonly before: string;
  readonly tag: string;
  readonly name: string;
  readonly begins: boolean;
  readonly ends: boolean;
}

/**
 * Splits a text at its tags; null where something else begins with an angle bracket, or stands behind the last tag, and
 * for a text that is too long.
 */
function partsOf(text: string): readonly Part[] | null {
  if (text.length > LONGEST_TEXT) return null;
  let from = 0;
  const parts = [...text.matchAll(TAG)].map(({ 0: tag, index }): Part => {
    const before = text.slice(from, index).trim();
    from = index + tag.length;
    const [name, begins] = [tag.replace(/^<\/?/, "").replace(/[\s/>].*$/s, ""), !tag.startsWith("</")];
    return { before, tag, name, begins, ends: !begins || tag.endsWith("/>") };
  });
  const isPlain = parts.every(({ before, name }) => !before.includes("<") && name.length <= LONGEST_NAME);
  return isPlain && text.slice(from).trim() === "" ? parts : null;
}

function unlessFree(open: readonly string[], part: string): readonly string[] {
  const isFree = [2, 3].some((depth) => open.length >= depth && FREE_ELEMENTS.test(open.slice(0, depth).join("/")));
  return isFree || part === "" ? [] : [part];
}
