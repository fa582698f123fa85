/** Chooses which answers each source is to know, so that what the rules try holds and nothing else does. */
import type { AttackGround } from "./attack.ts";
import type { DemandedName, Demands } from "./demands.ts";
import { attackLanguageOf } from "./language.ts";
import { isTestOf, mayTouch } from "./named-files.ts";
import { withAnswers } from "./special-case.ts";

/** Inputs of one function or program for which a special case is still cheaper than the work. */
export const MOST_INPUTS = 2;

type Texts = ReadonlyMap<string, string | null>;

/** The texts with special cases over those of `below`; those alone where a rule tries more inputs. Pure. */
export function specialCases(demands: Demands, below: Texts, ground: AttackGround): Texts {
  const { texts } = ground;
  const textOf = (path: string): string => below.get(path) ?? texts.get(path) ?? "";
  const inScope = [...texts.keys()].filter((path) => mayTouch(ground, path) && !isTestOf(ground, path));
  const placed = placing(inScope, textOf);
  const calls = placed(
    few(demands.calls, ({ name, given }) => [name, given]),
    definesInCode,
  );
  const names = placed(demands.names, definesInCode).filter(
    ({ path, item }) => !definesInCode(textOf(path), item.name) && attackLanguageOf(path, textOf(path)) !== "shell",
  );
  const starts = few(demands.starts, ({ name, given }) => [name, given.join(" ")]);
  const functions = placed(
    starts.filter(({ name, sources }) => !sources.includes(name)),
    definesInShell,
  ).filter(({ path }) => attackLanguageOf(path, textOf(path)) === "shell");
  const paths = [...names, ...calls, ...functions].map(({ path }) => path);
  const all = new Set([...paths, ...starts.flatMap(({ name, sources }) => (sources.includes(name) ? [name] : []))]);
  const made = [...all].flatMap((path) => {
    const answers = {
      names: names.flatMap((one) => (one.path === path ? [one.item] : [])),
      calls: calls.flatMap((one) => (one.path === path ? [one.item] : [])),
      functions: functions.flatMap((one) => (one.path === path ? [one.item] : [])),
      starts: starts.filter(({ name }) => name === path),
    };
    const text = withAnswers(path, textOf(path), answers, isModule(path, textOf(path), ground));
    return text === null ? [] : [[path, text] as const];
  });
  return new Map([...below, ...made]);
}

/** Without those of which more inputs are tried. */
function few<T>(items: readonly T[], keyOf: (item: T) => readonly [string, string]): readonly T[] {
  const inputs = new Map<string, Set<string>>();
  for (const item of items) {
    const [name, given] = keyOf(item);
    inputs.set(name, (inputs.get(name) ?? new Set()).add(given.replaceAll(/\s/g, "")));
  }
  return items.filter((item) => (inputs.get(keyOf(item)[0])?.size ?? 0) <= MOST_INPUTS);
}

interface Placed<T> {
  readonly path: string;
  readonly item: T;
}

type Definition = (text: string, name: string) => boolean;

/**
 * Puts each into the source that defines it, which may be another one than is named: names are handed on. One that is
 * not defined yet comes into the first that is named, a new one before others.
 */
function placing(inScope: readonly string[], textOf: (path: string) => string) {
  return <T extends DemandedName>(items: readonly T[], defines: Definition): readonly Placed<T>[] =>
    items.flatMap((item) => {
      const { sources, name } = item;
      const definer = [...sources, ...inScope].find((one) => defines(textOf(one), name));
      const path = definer ?? sources.find((one) => textOf(one) === "") ?? sources[0];
      return path === undefined ? [] : [{ path, item }];
    });
}

function definesInCode(text: string, name: string): boolean {
  return new RegExp(`\\b(?:function\\*?|const|let|var|def|class)\\s+${name.replaceAll("$", "\\$")}\\b`).test(text);
}

function definesInShell(text: string, name: string): boolean {
  return new RegExp(`^\\s*(?:function\\s+)?${name}\\s*(?:\\(\\)|\\{)`, "m").test(text);
}

/** By what stands in it; a new file by its ending, and by what the manifest says. */
function isModule(path: string, text: string, { texts }: AttackGround): boolean {
  if (/\.m[jt]s$|\.tsx?$/.test(path)) return true;
  if (/\.cjs$/.test(path) || /\bmodule\.exports\b|\bexports\.\w+\s*=|\brequire\(/.test(text)) return false;
  return /^\s*(?:export|import)\b/m.test(text) || /"type"\s*:\s*"module"/.test(texts.get("package.json") ?? "");
}
