/**
 * Finds rules of a plan that say nothing about the work: on the base they are red because the rule itself is wrong, or
 * green where one must be red. Only what is certain counts; every other red rule is red because the work is not done.
 */
import { changeableIn, type Plan } from "#core/plan/plan.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { BrokenRule } from "#core/rules/broken-rule.ts";
import { detailsOf } from "#core/values/details.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { levenshtein } from "#core/values/levenshtein.ts";
import { canShowWork, type RuleOnBase } from "./red-on-base.ts";

/** What is there: the paths of the base. */
type Paths = readonly string[];

/**
 * The broken rules of a plan, in the order of the trials. Where none is, and no `fail` rule is red, all that are green:
 * nothing would show that the work was done.
 */
export function brokenRules(plan: Plan, trials: readonly RuleOnBase[], paths: Paths): readonly BrokenRule[] {
  const broken = trials.flatMap((trial) => {
    const why = whyBroken(plan, trial, paths);
    return why === null ? [] : [{ id: trial.result.id, why: detailsOf(`${why}\n${trial.result.details}`) }];
  });
  if (
    broken.length > 0 ||
    canShowWork(
      plan,
      trials.map(({ result }) => result),
    )
  )
    return broken;
  return trials
    .filter(({ result }) => result.verdict === "pass" && severityOf(plan, result.id) === "fail")
    .map(({ result: { id } }) => ({ id, why: "It is green on the base, and no fail rule is red before the work." }));
}

function severityOf({ rules }: Plan, id: string): string | undefined {
  return rules.find((rule) => rule.id === id)?.severity;
}

/** Says what is wrong with the rule itself; null for one that is green, or may be as it should be. */
export function whyBroken(plan: Plan, { result, couldRun, missing }: RuleOnBase, paths: Paths): string | null {
  if (result.verdict === "pass") return null;
  if (!couldRun) return "Its command cannot run here.";
  if (missing !== null) return whyMissing(plan, [missing], paths);
  const { details } = result;
  if (isUnreadable(details)) return "Its command cannot be parsed.";
  const script = firstOf(SCRIPTS, details);
  if (script !== null && !MANIFESTS.some((path) => mayCome(plan, path)))
    return `There is no script or target ${JSON.stringify(script)}.`;
  const module = firstOf(MODULES, details);
  return module === null ? null : whyNoModule(plan, module, paths);
}

/** How shells, Node and Python say that they cannot parse a command, or the code within it. */
function isUnreadable(details: string): boolean {
  if (/\b(?:ba|da|z)?sh: .{0,200}(?:[Ss]yntax error|[Uu]nexpected EOF|[Uu]nterminated)/.test(details)) return true;
  return /\[eval|File "<string>"/.test(details) && /\b(?:Syntax|Indentation)Error\b/.test(details);
}

/** How package managers and make say that they do not know a script. */
const SCRIPTS: readonly RegExp[] = [
  /Missing script: "?([\w:.-]+)/,
  /Couldn't find a script named "([^"\n]+)"/,
  /Script not found "([^"\n]+)"/,
  /Command "([^"\n]+)" not found/,
  /No rule to make target ['`‘]([^'’\n]+)/,
  /no such command: `([^`\n]+)`/,
];
const MANIFESTS = ["package.json", "Makefile", "Cargo.toml", "deno.json"] as const;

/** How Node, Python and Ruby say that they do not find a module. */
const MODULES: readonly RegExp[] = [
  /Cannot find (?:module|package) '([^'\n]+)'/,
  /No module named '?([\w.]+)/,
  /cannot load such file -- (\S+)/,
];

function firstOf(patterns: readonly RegExp[], text: string): string | null {
  return patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? null;
}

/** A path that the plan can bring: it is in the scope, or a test where more than the scope may change. */
function mayCome(plan: Plan, path: string): boolean {
  const beyond = WORKFLOWS[plan.workflow].outside === "refused" ? [] : plan.tests;
  return matchesGlobs([...changeableIn(plan), ...beyond], path);
}

/** `readings`: what the path may be within the repository. A plan that names it as it is means it. */
function whyMissing(plan: Plan, readings: readonly string[], paths: Paths): string | null {
  const said = JSON.stringify(readings[0]);
  const coming = readings.filter((path) => mayCome(plan, path));
  const named = JSON.stringify([plan.objective, plan.scope, plan.atoms]);
  if (coming.some((path) => named.includes(path))) return null;
  const meant = readings.map((path) => similarTo(path, paths)).find((path) => path !== null);
  if (meant !== undefined) return `${said} is not there; is ${JSON.stringify(meant)} meant?`;
  return coming.length > 0 ? null : `${said} is not there, and the plan does not bring it.`;
}

/** A file of the base whose path differs by a slip of one or two letters; null for none. */
function similarTo(path: string, paths: Paths): string | null {
  const near = (one: string): boolean => Math.abs(one.length - path.length) <= 2 && levenshtein(one, path) <= 2;
  return path.length < 6 ? null : (paths.find(near) ?? null);
}

/** Files that say which packages there are. */
const DECLARING = ["package.json", "pyproject.toml", "requirements.txt", "setup.cfg", "setup.py", "Gemfile"] as const;

/** `module`: a path, absolute or not, or the name of a package; a module of Python may be a file of the plan. */
function whyNoModule(plan: Plan, module: string, paths: Paths): string | null {
  if (module.includes("/") && !module.startsWith("@")) {
    const parts = module.split("/").filter((part) => !/^\.{0,2}$/.test(part));
    return whyMissing(plan, [module, ...parts.map((_, index) => parts.slice(index).join("/"))], paths);
  }
  if (DECLARING.some((path) => mayCome(plan, path))) return null;
  const path = module.replaceAll(".", "/");
  const files = ["", "src/", "lib/"].flatMap((folder) => [`${folder}${path}.py`, `${folder}${path}/__init__.py`]);
  return whyMissing(plan, [module, ...files], paths);
}
