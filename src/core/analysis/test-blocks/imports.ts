/** Takes the imports of one text of a file into another one, where what they named has another name now. */

const WORDS = /^(?:import\s[^;'"]{0,5000}['"][^'"\n]{1,500}['"];?|import\s*['"][^'"\n]{1,500}['"];?)[^\S\n]*\n/gm;
const REQUIRED = /^(?:const|let|var)\s[^=;]{1,1000}=\s*require\(\s*['"][^'"\n]{1,500}['"]\s*\);?[^\S\n]*\n/gm;
const PYTHON = /^(?:import[ \t][^\n]*|from[ \t][^\n(]*(?:\([^)]{0,5000}\)[^\n]*)?)\n/gm;
const JAVA = /^import[ \t][^;\n]*(?:;[^\S\n]*)?\n/gm;
const GO = /^import(?:[ \t]*\([^)]{0,5000}\)[^\S\n]*|[ \t"][^(\n]*)\n/gm;

const LANGUAGES: readonly (readonly [RegExp, RegExp])[] = [
  [/\.[cm]?[jt]sx?$/i, new RegExp(`${WORDS.source}|${REQUIRED.source}`, "gm")],
  [/\.py$/i, PYTHON],
  [/\.(?:java|kts?)$/i, JAVA],
  [/\.go$/i, GO],
];

/**
 * The text with the imports of the other text in place of its own; null where both have the same, and for a language
 * whose imports are not known. Only imports at the beginning of a line count. Linear. Pure.
 */
export function withImportsOf(path: string, text: string, other: string): string | null {
  const imports = LANGUAGES.find(([ending]) => ending.test(path))?.[1];
  if (imports === undefined) return null;
  const [own = [], theirs = []] = [text, other].map((one) => one.match(imports) ?? []);
  if (own.length === 0 || own.join("") === theirs.join("")) return null;
  let isFirst = true;
  return text.replace(imports, () => {
    const now = isFirst ? theirs.join("") : "";
    isFirst = false;
    return now;
  });
}
