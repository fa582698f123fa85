/**
 * Finds what switches a check off in the code itself, and thresholds that were lowered (RH-08): counted against what
 * stood there before.
 */
import { previousLines } from "#core/analysis/source/added-lines.ts";
import { nonBlankLinesOf } from "#core/analysis/source/code-lines.ts";
import { type FileChange, type FileContent, readableTextOf } from "#core/analysis/source/file-change.ts";

/** `line` is that of the new file; null where a threshold is gone. `text` quotes it: show it as data. */
export interface Suppression {
  readonly path: string;
  readonly line: number | null;
  readonly text: string;
}

/** What tools take for an order not to look, whatever the language. */
const ORDERS =
  /@ts-(?:ignore|nocheck|expect-error)|\beslint-disable|\bbiome-ignore|\boxlint-disable|\bjshint ignore|\btslint:disable|\bprettier-ignore|\bstylelint-disable|#\s*noqa\b|#\s*type:\s*ignore|\bpylint:\s*disable|\bpragma:\s*no cover|\bmypy:\s*ignore|\bpyright:\s*ignore|#\s*nosec\b|\/\/\s*nolint\b|\brubocop:disable|@SuppressWarnings|@Suppress\b|#!?\[allow\(|\b(?:istanbul|c8|v8) ignore\b|\bshellcheck disable|\bphpcs:ignore|@phpstan-ignore|\bNOLINT\b|#pragma warning disable/;

/** Files that say what is looked at; a line of them that says "off" switches a check off. */
const SETTINGS =
  /(?:^|\/)(?:\.?eslint[^/]*|\.?oxlint[^/]*|biome\.jsonc?|\.pylintrc|\.?ruff\.toml|\.flake8|\.stylelintrc[^/]*|\.rubocop\.yml|\.golangci\.ya?ml|tsconfig[^/]*\.json|mypy\.ini)$/;
const OFF = /["']off["']|:\s*(?:off|false|0)\s*,?$|^\s*(?:disable|ignore|extend-ignore|ignore_errors)\s*=/i;

/** Files in which a number that something must reach may stand, and such a number. */
const CONFIGURES = /\.(?:jsonc?|ya?ml|toml|ini|cfg)$|\.config\.[cm]?[jt]s$|(?:^|\/)(?:Makefile|\.[^/]*rc(?:\.[^/]*)?)$/;
const THRESHOLD =
  /\b(statements|branches|functions|lines|fail[-_]under|cov-fail-under|minimum_coverage|check-coverage|break|high|low)["']?\s*[:=]\s*["']?(\d{1,3}(?:\.\d{1,4})?)\b/;

const LONGEST_LINE = 160;
const PROSE = /\.(?:md|markdown|mdx|rst|txt|adoc)$/i;

/**
 * `added`: those that were not there before, in the order of the changes. `removed`: how many that were there are gone.
 */
export interface Suppressions {
  readonly added: readonly Suppression[];
  readonly removed: number;
}

/**
 * A line counts as often as it stands there more than before, so that moving one is no finding. Prose switches nothing
 * off. Linear in the text.
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
 * Thresholds by their names, in their order: one that is lower, or not there any more. A file that is gone is found
 * elsewhere.
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

/** By name, and the how many-th of this name it is in its file. */
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
