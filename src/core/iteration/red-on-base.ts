/** Decides what a red check on the base means: the code does not do it yet, or only that a file is not there yet. */
import type { Plan } from "#core/plan/plan.ts";
import { needsRedRule } from "#core/plan/workflow.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { detailsOf } from "#core/values/details.ts";
import { matchesGlobs } from "#core/values/glob.ts";

/** True when the plan can show that work was done: a `fail` rule is red on the base, or the workflow needs none. */
export function canShowWork(
  { workflow, rules }: Pick<Plan, "workflow" | "rules">,
  base: readonly RuleResult[],
): boolean {
  const red = new Set(base.filter(({ verdict }) => verdict === "fail").map(({ id }) => id));
  return !needsRedRule(workflow) || rules.some(({ id, severity }) => severity === "fail" && red.has(id));
}

/** A rule's command on the base: how it went, and whether it could run at all (killed, or no such command). */
export interface CommandOnBase {
  readonly result: RuleResult;
  readonly run: string;
  readonly couldRun: boolean;
}

/**
 * What the base shows of a rule. `couldRun` is false for a command that could not. `missing`: the path that it names
 * and that the base does not have; null for none.
 */
export interface RuleOnBase {
  readonly result: RuleResult;
  readonly couldRun: boolean;
  readonly missing: string | null;
}

/** All paths of the base, and which of them are tests. */
export interface BaseFiles {
  readonly paths: readonly string[];
  readonly tests: readonly string[];
}

/** Endings of file names, as patterns. */
const ENDINGS = [
  "[cm]?[jt]sx? py rb rs go java kts?",
  "cs php swift scala exs? c cc cpp h hpp sh bats pl lua md txt json ya?ml toml html? css sql csv xml",
];

/** Names of files as people write them in commands; a version or a host is none. */
const FILE = new RegExp(`[.](?:${ENDINGS.join(" ").replaceAll(" ", "|")})$`, "i");

/** Folders that setup and builds fill: what they hold is never on the base. */
const MADE = /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|vendor|\.venv|venv|tmp)\//;

/**
 * The result, or `na` where red says nothing: the command could not run, or names a file that the base does not have.
 * `na` never counts as red. The commands are read word by word, without a shell: what stands in quoted code is not
 * looked at.
 */
export function ruleOnBase({ result, run, couldRun }: CommandOnBase, files: BaseFiles): RuleOnBase {
  if (result.verdict === "pass") return { result, couldRun, missing: null };
  if (!couldRun) {
    const details = detailsOf(`cannot tell: the command cannot run on the base: ${result.details}`);
    return { result: { ...result, verdict: "na", details }, couldRun, missing: null };
  }
  const missing = pathsIn(run).find((path) => isMissing(path, run, files)) ?? null;
  if (missing === null) return { result, couldRun, missing };
  const details = detailsOf(`cannot tell: ${missing.slice(0, 200)} is not on the base: ${result.details}`);
  return { result: { ...result, verdict: "na", details }, couldRun, missing };
}

/**
 * The words of a command that may be paths, without quotes, `./`, pytest's `::name` and a line number; not what it
 * writes to.
 */
function pathsIn(command: string): readonly string[] {
  const words = command.replace(/\d?>>?\s*[^\s;&|<>]+/g, " ").match(/"[^"]*"|'[^']*'|[^\s;&|<>()]+/g) ?? [];
  return words
    .map((word) => word.replace(/^(["'])(.*)\1$/, "$2").replace(/^--?[\w-]+=/, ""))
    .map((word) => word.replace(/::.*$/, "").replace(/:\d+$/, "").replace(/^\.\//, ""))
    .filter((word) => /^[\w@.][\w@./+-]*$/.test(word) && !word.includes(".."));
}

function isMissing(path: string, command: string, { paths, tests }: BaseFiles): boolean {
  const folder = path.endsWith("/") ? path : `${path}/`;
  const named = FILE.test(path) || (path.includes("/") && matchesGlobs(tests, path));
  if (!named || MADE.test(folder)) return false;
  const moved = /\b(?:cd|pushd)\s|\s(?:-C|--prefix|--cwd|--dir)\b/.test(command);
  return !paths.some((one) => one === path || one.startsWith(folder) || (moved && one.endsWith(`/${path}`)));
}
