/**
 * Derives second faults for a row from what its test imports: a function there does nothing, or says the opposite; or a value of the table
 * that the row is about is another one. Nobody wrote them beside the test, so that they say what the test is worth.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { namedTests } from "#core/analysis/test-blocks/named-tests.ts";
import { type Claim, type Fault, names } from "./claim.ts";
import { doesWith, functionsIn, type NamedFunction, withFault } from "./functions.ts";
import { valuesAround } from "./values.ts";

/** A fault with words for it. */
export interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
}

/**
 * How far a fault is from what the row claims: in the function that the row's first fault stands in; another value in the constant that it
 * stands in (`value`); in another function of that file; in what the test uses itself or by its helpers; in what that uses.
 */
export const DISTANCES = ["around", "value", "beside", "near", "behind"] as const;

/** A fault that was derived, and the function or the value that has it. */
interface DerivedFault extends NamedFault, Pick<NamedFunction, "place" | "from" | "to"> {}

/** A fault that was derived for a row. */
export interface SecondFault extends DerivedFault {
  readonly distance: (typeof DISTANCES)[number];
}

/** What a file brings in by name from another one of the house. */
interface Import {
  readonly path: string;
  readonly local: string;
}

const IMPORT = /^import \{([^}]*)\} from "([^"]+)";/gm;
const PRODUCT = /^(?:src|action|bot)\//;
/** Files that are followed, one out of the other. */
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
  return { path, local };
}

/** The path of a module of the house; null for a package. */
function placeOf(from: string, module: string): string | null {
  if (module.startsWith("#")) return `src/${module.slice(1)}`;
  return module.startsWith(".") ? posix.join(dirname(from), module) : null;
}

/** The texts of the row's own tests; the whole file where they have titles that are made while they run. */
function ownText({ id, test }: Claim, text: string): string {
  const own = namedTests(test, text).filter(({ title }) => names(title, id));
  return own.length === 0 ? text : own.map(({ from, to }) => text.slice(from, to)).join("\n");
}

const isUsed = (text: string, { local }: Import): boolean => new RegExp(`(?<![\\w."'])${local.replaceAll("$", "\\$")}\\b`).test(text);

/** A file to look into, and the part of its text that counts. `distance`: of the functions in the files that it uses. */
interface Place {
  readonly path: string;
  readonly text: string;
  readonly distance: "near" | "behind";
}

/** `read`: a file's text, empty where there is none. `faultsIn`: a fault for each of its functions; none where it is not of the product. */
export interface House {
  readonly read: (path: string) => string;
  readonly faultsIn: (path: string) => readonly DerivedFault[];
}

/** The files below `root`, each read and taken apart once. */
export function houseOf(root: string): House {
  const texts = new Map<string, string>();
  const faults = new Map<string, readonly DerivedFault[]>();
  const read = (path: string): string => {
    const text = texts.get(path) ?? (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");
    texts.set(path, text);
    return text;
  };
  const faultsIn = (path: string): readonly DerivedFault[] => {
    const found = faults.get(path) ?? (PRODUCT.test(path) ? faultsOf(path, read(path)) : []);
    faults.set(path, found);
    return found;
  };
  return { read, faultsIn };
}

function faultsOf(path: string, text: string): readonly DerivedFault[] {
  return functionsIn(path, text).map((one) => ({
    name: `${one.place} ${doesWith(one)}`,
    fault: { file: path, find: text, replace: withFault(text, one) },
    place: one.place,
    from: one.from,
    to: one.to,
  }));
}

/**
 * Faults in the functions of the files that the row's test reaches by imports: first of the file that `first` is in, which says what the
 * row is about, then of the files that the test uses itself or by its helpers, then of those that these use.
 */
export function secondFaults(house: House, row: Claim, first: Fault | undefined): readonly SecondFault[] {
  const whole = house.read(row.test);
  const own = reachedFrom(house, row.test, ownText(row, whole));
  const found = own.length > 0 ? own : reachedFrom(house, row.test, whole);
  const beside = first === undefined ? [] : [...besideOf(house, first), ...valuesBeside(house, first)];
  const others = found.filter(({ fault }) => fault.file !== first?.file);
  return DISTANCES.flatMap((distance) => [...beside, ...others].filter((one) => one.distance === distance));
}

/** The faults in the file of a fault; `around` is the innermost function that it stands in. */
function besideOf(house: House, { file, find }: Fault): readonly SecondFault[] {
  const at = house.read(file).indexOf(find);
  const faults = house.faultsIn(file);
  const around = faults.findLast(({ from, to }) => from <= at + find.length && at < to);
  return faults.map((one) => ({ ...one, distance: one === around ? "around" : "beside" }));
}

/** The other values of the constant that a fault stands in; none of them makes of the file what that fault does. */
function valuesBeside(house: House, { file, find, replace }: Fault): readonly SecondFault[] {
  const text = house.read(file);
  if (!PRODUCT.test(file)) return [];
  const first = text.replace(find, () => replace);
  const values = valuesAround(file, text, { at: text.indexOf(find), length: find.length });
  const faults = values.map(
    ({ place, does, from, to, now }): SecondFault => ({
      name: `${place} ${does}`,
      fault: { file, find: text, replace: `${text.slice(0, from)}${now}${text.slice(to)}` },
      place,
      from,
      to,
      distance: "value",
    }),
  );
  return faults.filter(({ fault }) => fault.replace !== first);
}

/** The faults in all files that a text reaches by imports, the nearest first. */
function reachedFrom(house: House, test: string, text: string): readonly SecondFault[] {
  const seen = new Set<string>();
  const found: SecondFault[] = [];
  let places: readonly Place[] = [{ path: test, text, distance: "near" }];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const used = places.flatMap((place) => usedIn(place, house)).filter(({ path }) => !seen.has(path));
    const fresh = [...new Map(used.map((one) => [one.path, one])).values()];
    for (const { path } of fresh) seen.add(path);
    found.push(...fresh.flatMap(({ path, distance }) => house.faultsIn(path).map((one) => ({ ...one, distance }))));
    places = fresh.map(({ path, distance }) => ({ path, text: house.read(path), distance: PRODUCT.test(path) ? "behind" : distance }));
  }
  return found;
}

/** The files of which a text uses something. */
function usedIn({ path, text, distance }: Place, house: House) {
  const body = text.replace(IMPORT, "");
  const used = importsOf(path, house.read(path)).filter((one) => isUsed(body, one));
  return used.map((one) => ({ path: one.path, distance }));
}
