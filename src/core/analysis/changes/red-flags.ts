/**
 * Finds red flags in finished work: lines that a patch adds and that deserve a second look. The QA verifier judges
 * them.
 */
import { patchedFiles } from "#core/analysis/source/patched-file.ts";
import { isGitAttributes, pathClassOf } from "./path-class.ts";
import { asksForPlace } from "./place-questions.ts";

type Flag =
  | ("placeholder" | "swallowed error" | "existence-only test" | "repeated heading" | "empty section")
  | ("sensitive file" | "hidden diff" | "asks where it runs");

/** `line` is the added line, cut at 120 characters. */
export interface RedFlag {
  readonly flag: Flag;
  readonly path: string;
  readonly line: string;
}

/** The most flags that are given; the first of each kind come first. */
const MOST = 20;

const EMPTY_BLOCK = /\bcatch\s*(?:\([^)]{0,200}\)\s*)?\{\s*\}|^\s*except\b[^:]{0,200}:\s*pass\b/;
const EMPTY_HANDLER = /\.catch\(\s*\(\s*(?:\w+\s*)?\)\s*=>\s*(?:\{\s*\}|undefined|null)\s*\)|\|\|\s*true\s*$/;
const SWALLOWED_ERROR = new RegExp(`${EMPTY_BLOCK.source}|${EMPTY_HANDLER.source}`);

const DEFINED = /\.(?:toBeDefined|toBeTruthy|to\.exist)\b/;
const EXISTS = /\bassert(?:\.ok)?\(\s*(?:fs\.)?existsSync\(|\bassert\s+\w+\s+is\s+not\s+None\s*$/;
const EXISTENCE_ONLY = new RegExp(`${DEFINED.source}|${EXISTS.source}`);

const PATTERNS: readonly (readonly [Flag, RegExp])[] = [
  ["placeholder", /\b(?:TODO|FIXME|XXX|TBD)\b/],
  [
    "placeholder",
    /\blorem ipsum\b|\bnot (?:yet )?implemented\b|<your[ -]|^[^`$#'"]*\{(?:variable|placeholder|name here)\}/i,
  ],
  ["swallowed error", SWALLOWED_ERROR],
  ["existence-only test", EXISTENCE_ONLY],
];

/** Attributes by which git shows no changes of a file, or GitHub folds them away. */
const HIDES = /^(?!\s*#).*\s(?:-diff|binary|linguist-generated(?!=(?:false|0)\b)\S*)(?:\s|$)/;

interface Added {
  readonly path: string;
  readonly lines: readonly string[];
}

/** Gives the red flags of a patch, at most 20. Linear in its length; a flag is a hint, never a verdict. */
export function redFlags(patch: string): readonly RedFlag[] {
  const files = patchedFiles(patch).map(({ path, added }): Added => ({ path, lines: added.map(({ text }) => text) }));
  const found = files.flatMap((file) => [...inName(file), ...inLines(file), ...inHeadings(file)]);
  const first = new Set(new Map(found.toReversed().map((one) => [one.flag, one])).values());
  return [...found.filter((one) => first.has(one)), ...found.filter((one) => !first.has(one))].slice(0, MOST);
}

/** Flags a file that runs by itself or steers what runs, and attributes that hide changes of other files. */
function inName({ path, lines }: Added): readonly RedFlag[] {
  const hiding = isGitAttributes(path) ? lines.filter((line) => HIDES.test(line.slice(0, 500))) : [];
  return [
    ...hiding.map((line) => ({ flag: "hidden diff" as const, path, line: shown(line) })),
    ...(pathClassOf(path) === "sensitive"
      ? [{ flag: "sensitive file" as const, path, line: shown(lines.join(" ")) }]
      : []),
  ];
}

function inLines({ path, lines }: Added): readonly RedFlag[] {
  return lines
    .filter((line) => line.length > 2)
    .flatMap((line) => flagsOf(path, line.slice(0, 500)).map((flag) => ({ flag, path, line: shown(line) })));
}

function flagsOf(path: string, line: string): readonly Flag[] {
  const named = PATTERNS.filter(([, pattern]) => pattern.test(line)).map(([flag]) => flag);
  return asksForPlace(path, line) ? [...named, "asks where it runs"] : named;
}

/** Flags headings of a Markdown file that stand twice, or have no text below. */
function inHeadings({ path, lines }: Added): readonly RedFlag[] {
  if (!/\.(?:md|markdown|mdx)$/i.test(path)) return [];
  const text = lines.filter((line) => line.trim() !== "");
  const seen = new Set<string>();
  return text.flatMap((line, index): readonly RedFlag[] => {
    const level = levelOf(line);
    if (level === 0) return [];
    const repeated = seen.has(line.trim());
    seen.add(line.trim());
    const below = levelOf(text[index + 1] ?? "");
    const empty = below > 0 && below <= level;
    return [
      ...(repeated ? [{ flag: "repeated heading" as const, path, line: shown(line) }] : []),
      ...(empty ? [{ flag: "empty section" as const, path, line: shown(line) }] : []),
    ];
  });
}

function levelOf(line: string): number {
  return /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
}

function shown(line: string): string {
  return line.trim().slice(0, 120);
}
