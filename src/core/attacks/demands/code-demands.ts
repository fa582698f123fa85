/** Reads what a program's text demands of the sources that it names: a rule's command, or a script or test. */
import type { AttackBase } from "./attack-base.ts";
import { codeCalls } from "./code-calls.ts";
import { type DemandedCall, type DemandedName, type Demands, NO_DEMANDS } from "./demands.ts";
import { captured, filesThere, filesToCome, isTestOf, mayTouch } from "./named-files.ts";

/** All files that a text names and that are there, or may come. `from`: as in `filesThere`. Pure. */
export function namedIn(text: string, from: string, ground: AttackBase): readonly string[] {
  return [...filesThere(text, from, ground), ...filesToCome(text, from, ground)];
}

/** The files that a text names, by what they are. Pure. */
export function fileDemands(text: string, from: string, ground: AttackBase): Demands {
  const named = namedIn(text, from, ground);
  const isTest = (path: string): boolean => isTestOf(ground, path);
  return {
    ...NO_DEMANDS,
    coming: filesToCome(text, from, ground).filter((path) => !isTest(path)),
    sources: named.filter((path) => !isTest(path) && mayTouch(ground, path)),
    tests: named.filter(isTest),
  };
}

/** Texts that code looks for in a file that it reads: `includes("x")`, `"x" in text`. */
const LOOKED_FOR =
  /(?:includes|indexOf|match)\(\s*["'`]([^"'`\n]{1,200})["'`]|["']([^"'\n]{1,200})["']\s+(?:not\s+)?in\s/g;
const READS = /readFile|\bopen\(|read_text/;

/** What code that uses these sources demands. `shown`: what its command must print; null for nothing. Pure. */
export function codeDemands(
  text: string,
  sources: readonly string[],
  ground: AttackBase,
  shown: string | null,
): Demands {
  const calls = codeCalls(text).map((call): DemandedCall => ({ ...call, sources, shown }));
  const names = mentionedIn(text, ground).map((name): DemandedName => ({ name, sources }));
  if (!READS.test(text)) return { ...NO_DEMANDS, calls, names };
  const files = namedIn(text, "", ground).filter((path) => mayTouch(ground, path));
  const texts = captured(text, LOOKED_FOR).flatMap((one) => files.map((path) => ({ path, text: one })));
  return { ...NO_DEMANDS, calls, names, texts };
}

const FROM_FILES: readonly RegExp[] = [
  /\bimport\s*\{([^{}]{1,300})\}\s*from\s*["']\.{1,2}\//g,
  /\{([^{}]{1,300})\}\s*=\s*(?:await\s+import|require)\(\s*["']\.{1,2}\//g,
  /\bimport\(\s*["']\.{1,2}\/[^"'\n]{1,200}["']\s*\)\.then\(\(\{([^{}]{1,300})\}/g,
];
const ASKED =
  /\b(?:typeof|callable\()\s*\(?(?:[\w$]{1,80}\.)?([\w$]{1,80})|\bhasattr\([\w.]{1,80},\s*["'](\w{1,80})["']/g;
const FROM_MODULE = /\bfrom\s+([\w.]{1,200})\s+import\s+\(?([\w ,]{1,300})/g;

/** The names that code takes from files of the repository, or asks whether they are there. */
function mentionedIn(text: string, ground: AttackBase): readonly string[] {
  const asked = captured(text, ASKED);
  const node = FROM_FILES.flatMap((pattern) => captured(text, pattern)).flatMap(namesOf);
  const taken = [...text.matchAll(FROM_MODULE)].map(([, module, list]) => [String(module), String(list)] as const);
  // Each module is looked for once, however often it is imported: that reads all paths of the base.
  const modules = new Set(taken.map(([module]) => module));
  const own = new Set([...modules].filter((module) => namedIn(`import ${module}`, "", ground).length > 0));
  const python = taken.flatMap(([module, list]) => (own.has(module) ? namesOf(list) : []));
  return [...new Set([...asked, ...node, ...python])];
}

/** The names of a list of imports, as their source has them. */
function namesOf(list: string): readonly string[] {
  return list.split(",").flatMap((part) => part.trim().match(/^(?!default\b)[A-Za-z_$][\w$]*/) ?? []);
}
