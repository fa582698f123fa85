/**
 * Derives a second fault for a row from what its test imports: a function of the product that the test uses does nothing. Nobody wrote it
 * beside the test, so that it says what the test is worth.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { bracketsIn, maskedCode } from "#core/analysis/test-blocks/masked-code.ts";
import { namedTests } from "#core/analysis/test-blocks/named-tests.ts";
import { type Claim, type Fault, names } from "./claim.ts";
import { IN_TEST } from "./in-test.ts";

/** A fault with words for it. */
export interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
}

/** How far a fault is: in what the test uses itself or by its helpers; in what that uses; in the file of the row's first fault. */
export const DISTANCES = ["near", "behind", "beside"] as const;

/** A fault that was derived. */
export interface SecondFault extends NamedFault {
  readonly distance: (typeof DISTANCES)[number];
}

/** What a file brings in by name from another one of the house. */
interface Import {
  readonly path: string;
  readonly exported: string;
  readonly local: string;
}

const IMPORT = /^import \{([^}]*)\} from "([^"]+)";/gm;
const PRODUCT = /^(?:src|action|bot)\//;
/** Helpers of tests that are followed, one out of the other. */
const DEEPEST = 4;

function importsOf(path: string, text: string): readonly Import[] {
  return [...text.matchAll(IMPORT)].flatMap(([, list = "", from = ""]) => {
    const target = placeOf(path, from);
    const values = list
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "" && !one.startsWith("type "));
    return target === null ? [] : values.map((one) => importOf(target, one));
  });
}

function importOf(path: string, one: string): Import {
  const [exported = "", local = exported] = one.split(/\s+as\s+/);
  return { path, exported, local };
}

/** The path of a module of the house; null for a package. */
function placeOf(from: string, module: string): string | null {
  if (module.startsWith("#")) return `src/${module.slice(1)}`;
  return module.startsWith(".") ? posix.join(dirname(from), module) : null;
}

/** Emptied: while a test runs, the function gives nothing, and does nothing. Null for what is no function with a body of its own. */
function emptied(path: string, text: string, exported: string): Fault | null {
  const head = new RegExp(`^export (?:async )?function ${exported}\\b`, "m").exec(text);
  if (head === null) return null;
  const { code, endOf } = bracketsIn(maskedCode(path, text));
  const asked = endOf(code.indexOf("(", head.index));
  const open = asked === null ? -1 : bodyFrom(code, asked, endOf);
  if (open === -1) return null;
  const find = text.slice(head.index, open + 1);
  return { file: path, find, replace: `${find}\n  if (${IN_TEST}) return undefined as never;` };
}

/** The brace that begins the body: the result between may be a type of braces, which nothing but more of a type follows. */
function bodyFrom(code: string, asked: number, endOf: (at: number) => number | null): number {
  for (let at = code.indexOf("{", asked); at !== -1; at = code.indexOf("{", at + 1)) {
    const end = endOf(at);
    if (end === null) return -1;
    if (/^\s*(?:\n\n|\n[^\s|&{]|$)/.test(code.slice(end, end + 80))) return at;
    at = end;
  }
  return -1;
}

/** The texts of the row's own tests; the whole file where they have titles that are made while they run. */
function ownText({ id, test }: Claim, text: string): string {
  const own = namedTests(test, text).filter(({ title }) => names(title, id));
  return own.length === 0 ? text : own.map(({ from, to }) => text.slice(from, to)).join("\n");
}

const isUsed = (text: string, { local }: Import): boolean => new RegExp(`(?<![\\w."'])${local.replaceAll("$", "\\$")}\\b`).test(text);

/** A file to look into, and the part of its text that counts. `behind`: it is of the product, and the test does not import it itself. */
interface Place {
  readonly path: string;
  readonly text: string;
  readonly behind: boolean;
}

/**
 * Faults in the functions of the product that the row's test reaches by imports, the nearest first: used in the test itself, in the helpers
 * and modules that it uses, and so on; else what its file uses. Those of the file that `first` is in come last.
 */
export function secondFaults(root: string, row: Claim, first: Fault | undefined): readonly SecondFault[] {
  const whole = readFileSync(join(root, row.test), "utf8");
  const own = reachedFrom(root, row.test, ownText(row, whole));
  const found = own.length > 0 ? own : reachedFrom(root, row.test, whole);
  const placed = found.map((one) => (one.fault.file === first?.file ? { ...one, distance: "beside" as const } : one));
  return DISTANCES.flatMap((distance) => placed.filter((one) => one.distance === distance));
}

/** The faults in functions that a text reaches by imports, the nearest first. */
function reachedFrom(root: string, test: string, text: string): readonly SecondFault[] {
  const read = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");
  const seen = new Set<string>();
  const found: SecondFault[] = [];
  let places: readonly Place[] = [{ path: test, text, behind: false }];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const used = places.flatMap((place) => usedIn(place, read)).filter(({ key }) => !seen.has(key));
    for (const { key } of used) seen.add(key);
    found.push(
      ...used.flatMap(({ fault, behind }) => (fault === null ? [] : [{ ...fault, distance: behind ? "behind" : "near" } as const])),
    );
    const next = used.map(({ path, fault, behind }) => [path, { path, text: read(path), behind: behind || fault !== null }] as const);
    places = [...new Map(next).values()];
  }
  return found;
}

/** What a text uses of other files, with the fault in it where it is a function of the product. */
function usedIn({ path, text, behind }: Place, read: (path: string) => string) {
  const body = text.replace(IMPORT, "");
  const used = importsOf(path, read(path)).filter((one) => isUsed(body, one));
  return used.map((one) => ({ key: keyOf(one), path: one.path, fault: faultOf(one, read(one.path)), behind }));
}

const keyOf = ({ path, exported }: Import): string => `${path} ${exported}`;

function faultOf({ path, exported }: Import, text: string): NamedFault | null {
  const fault = PRODUCT.test(path) ? emptied(path, text, exported) : null;
  return fault && { name: `${exported} of ${path} gives nothing`, fault };
}
