/**
 * Finds lines by which a change switches a check off in the code itself, and thresholds that it lowers: counted against
 * the lines before the change.
 */
import { previousLines } from "#core/analysis/source/added-lines.ts";
import { nonBlankLinesOf } from "#core/analysis/source/code-lines.ts";
import { type FileChange, type FileContent, readableTextOf } from "#core/analysis/source/file-change.ts";

/**
 * A line that switches a check off. `line` counts in the new file; null where a threshold is gone. `text` quotes it:
 * show it as data.
 */
export interface Suppression {
  readonly path: string;
  readonly line: number | null;
  readonly text: string;
}

/** Comments and annotations that tell a tool not to look, in any language. */
const ORDERS = new RegExp(
  [
    /@ts-(?:ignore|nocheck|expect-error)|\beslint-disable|\bbiome-ignore|\boxlint-disable|\bjshint ignore/,
    /\btslint:disable|\bprettier-ignore|\bstylelint-disable/,
    /#\s*noqa\b|#\s*type:\s*ignore|\bpylint:\s*disable|\bpragma:\s*no cover|\bmypy:\s*ignore/,
    /\bpyright:\s*ignore|#\s*nosec\b|\/\/\s*nolint\b|\brubocop:disable|@SuppressWarnings|@Suppress\b/,
    /#!?\[allow\(|\b(?:istanbul|c8|v8) ignore\b|\bshellcheck disable|\bphpcs:ignore|@phpstan-ignore/,
    /\bNOLINT\b|#pragma warning disable/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

const LINTERS = /\.?eslint[^/]*|\.?oxlint[^/]*|biome\.jsonc?|\.pylintrc|\.?ruff\.toml|\.flake8|\.stylelintrc[^/]*/;
const OTHERS = /\.rubocop\.yml|\.golangci\.ya?ml|tsconfig[^/]*\.json|mypy\.ini/;
/** Settings of tools that check code; a line of them that says "off" switches a check off. */
const SETTINGS = new RegExp(`(?:^|/)(?:${LINTERS.source}|${OTHERS.source})$`);
const OFF = /["']off["']|:\s*(?:off|false|0)\s*,?$|^\s*(?:disable|ignore|extend-ignore|ignore_errors)\s*=/i;

/** Files that may hold a number that something must reach. */
const CONFIGURES = /\.(?:jsonc?|ya?ml|toml|ini|cfg)$|\.config\.[cm]?[jt]s$|(?:^|\/)(?:Makefile|\.[^/]*rc(?:\.[^/]*)?)$/;
const NAMES =
  /statements|branches|functions|lines|fail[-_]under|cov-fail-under|minimum_coverage|check-coverage|break|high|low/;
const VALUE = /["']?\s*[:=]\s*["']?(\d{1,3}(?:\.\d{1,4})?)\b/;
/** A number that something must reach, with its name. */
const THRESHOLD = new RegExp(`\\b(${NAMES.source})${VALUE.source}`);

const LONGEST_LINE = 160;
const PROSE = /\.(?:md|markdown|mdx|rst|txt|adoc)$/i;

/**
 * `added`: those that were not there before, in the order of the changes. `removed`: the number of earlier ones that
 * are gone.
 */
export interface Suppressions {
  readonly added: readonly Suppression[];
  readonly removed: number;
}

/**
 * Compares the lines before and after: one counts as often as the new file holds it more than the old one, so that
 * moving one is no finding. Prose switches nothing off. Linear in the text.
 */
export function suppressionsIn(changes: readonly FileChange[]): Suppressions {
  const found = changes.filter(({ path }) => !PROSE.test(path)).map(ofFile);
  return { added: found.flatMap(({ added }) => added), removed: found.reduce((sum, { removed }) => sum + removed, 0) };
}

function ofFile({ path, before, after }: FileChange): Suppressions {
  const { isNew, left } = previousLines(switchingOff(path, before).map(({ text }) => text));
  const added = switchingOff(path, after).filter(({ text }) => isNew(text));
  return { added: [...added, ...lowered(path, before, after)].map(cut), removed: left() };
}

function switchingOff(path: string, content: FileContent): readonly Suppression[] {
  const settings = SETTINGS.test(path);
  return nonBlankLinesOf(readableTextOf(content))
    .filter(({ text: line }) => ORDERS.test(line) || (settings && OFF.test(line)))
    .map(({ number, text: line }) => ({ path, line: number, text: line }));
}

/**
 * Compares thresholds of the same name in their order, and gives each that is lower or gone. Another check finds a
 * deleted file.
 */
function lowered(path: string, before: FileContent, after: FileContent): readonly Suppression[] {
  if (before === null || after === null || !CONFIGURES.test(path)) return [];
  const now = thresholds(readableTextOf(after));
  return [...thresholds(readableTextOf(before))].flatMap(([key, { value, text }]): readonly Suppression[] => {
    const same = now.get(key);
    if (same === undefined) return [{ path, line: null, text: `${text} is gone` }];
    return same.value < value ? [{ path, line: same.line, text: `${same.text}, was ${value}` }] : [];
  });
}

interface Threshold {
  readonly value: number;
  readonly line: number;
  readonly text: string;
}

/** The thresholds by name and by their number among those of the same name in the file. */
function thresholds(text: string): ReadonlyMap<string, Threshold> {
  const found = new Map<string, Threshold>();
  const seen = new Map<string, number>();
  for (const { number: line, text: own } of nonBlankLinesOf(text)) {
    const [, name = "", value = ""] = THRESHOLD.exec(own.slice(0, 500)) ?? [];
    if (name === "") continue;
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    found.set(`${name} ${nth}`, { value: Number(value), line, text: own });
  }
  return found;
}

function cut(one: Suppression): Suppression {
  return { ...one, text: one.text.slice(0, LONGEST_LINE) };
}
