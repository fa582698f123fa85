/** Writes special cases into sources: they know the answers to what the rules try, and do the rest as before. */
import { type AttackBase, type PatchedTexts, textOver } from "#core/attacks/demands/attack-base.ts";
import type { DemandedName, Demands } from "#core/attacks/demands/demands.ts";
import { attackLanguageOf } from "#core/attacks/demands/language.ts";
import { isTestOf, mayTouch } from "#core/attacks/demands/named-files.ts";
import { type Answers, namePattern } from "./answers.ts";
import { withAnswersInNode } from "./special-node.ts";
import { withAnswersInPython } from "./special-python.ts";
import { withAnswersInShell } from "./special-shell.ts";

/** Inputs of one function or program for which a special case is still cheaper than the work. */
const MOST_INPUTS = 2;

/** The texts with special cases over those of `below`; those alone where a rule tries more inputs. Pure. */
export function specialCases(demands: Demands, below: PatchedTexts, ground: AttackBase): PatchedTexts {
  const textOf = (path: string): string => textOver(path, below, ground);
  const placed = placing(ground, textOf);
  const isShell = (path: string): boolean => attackLanguageOf(path, textOf(path)) === "shell";
  const calls = placed(
    few(demands.calls, ({ given }) => given),
    definesInCode,
  );
  const names = placed(demands.names, definesInCode).filter(
    ({ path, item }) => !definesInCode(textOf(path), item.name) && !isShell(path),
  );
  const tried = few(demands.starts, ({ given }) => given.join(" "));
  const starts = tried.filter(({ name, sources }) => sources.includes(name)).map((item) => ({ path: item.name, item }));
  const functions = placed(
    tried.filter(({ name, sources }) => !sources.includes(name)),
    definesInShell,
  ).filter(({ path }) => isShell(path));
  const paths = new Set([...names, ...calls, ...functions, ...starts].map(({ path }) => path));
  const made = [...paths].flatMap((path) => {
    const of = <T>(all: readonly Placed<T>[]): readonly T[] => all.filter((one) => one.path === path).map(itemOf);
    const answers = { names: of(names), calls: of(calls), starts: of(starts), functions: of(functions) };
    const text = withAnswers(path, textOf(path), answers, ground);
    return text === null ? [] : [[path, text] as const];
  });
  return new Map([...below, ...made]);
}

/** Null for a language in which none is written. */
function withAnswers(path: string, text: string, answers: Answers, ground: AttackBase): string | null {
  switch (attackLanguageOf(path, text)) {
    case "javascript":
      return withAnswersInNode(path, text, answers, isModule(path, text, ground));
    case "python":
      return withAnswersInPython(path, text, answers);
    case "shell":
      return withAnswersInShell(path, text, answers);
    default:
      return null;
  }
}

/** Without those of which more inputs are tried. */
function few<T extends DemandedName>(items: readonly T[], inputOf: (item: T) => string): readonly T[] {
  const inputs = new Map(items.map(({ name }) => [name, new Set<string>()]));
  for (const item of items) inputs.get(item.name)?.add(inputOf(item).replaceAll(/\s/g, ""));
  const many = new Set([...inputs].filter(([, given]) => given.size > MOST_INPUTS).map(([name]) => name));
  return items.filter(({ name }) => !many.has(name));
}

interface Placed<T> {
  readonly path: string;
  readonly item: T;
}

const itemOf = <T>({ item }: Placed<T>): T => item;

type Definition = (text: string, name: string) => boolean;

/**
 * Puts each into the source that defines it, which may be another one than is named: names are handed on. One that is
 * not defined yet comes into the first that is named, a new one before others.
 */
function placing(ground: AttackBase, textOf: (path: string) => string) {
  const inScope = [...ground.texts.keys()].filter((path) => mayTouch(ground, path) && !isTestOf(ground, path));
  return <T extends DemandedName>(items: readonly T[], defines: Definition): readonly Placed<T>[] =>
    items.flatMap((item) => {
      const { sources, name } = item;
      const definer = [...sources, ...inScope].find((one) => defines(textOf(one), name));
      const path = definer ?? sources.find((one) => textOf(one) === "") ?? sources[0];
      return path === undefined ? [] : [{ path, item }];
    });
}

function definesInCode(text: string, name: string): boolean {
  return new RegExp(`\\b(?:function\\*?|const|let|var|def|class)\\s+${namePattern(name)}\\b`).test(text);
}

function definesInShell(text: string, name: string): boolean {
  return new RegExp(`^[ \\t]*(?:function[ \\t]+)?${name}[ \\t]*(?:\\(\\)|\\{)`, "m").test(text);
}

/** By what stands in it; a new file by its ending, and by what the manifest says. */
function isModule(path: string, text: string, { texts }: AttackBase): boolean {
  if (/\.m[jt]s$|\.tsx?$/.test(path)) return true;
  if (/\.cjs$/.test(path) || /\bmodule\.exports\b|\bexports\.\w+\s*=|\brequire\(/.test(text)) return false;
  return /^[ \t]*(?:export|import)\b/m.test(text) || /"type"\s*:\s*"module"/.test(texts.get("package.json") ?? "");
}
