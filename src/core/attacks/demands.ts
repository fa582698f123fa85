/** What the rules of a plan demand of a patch, as far as their own words say it: this is what a cheat would serve. */
import type { Check } from "#core/rules/check.ts";
import type { AttackGround } from "./attack.ts";
import { type CodeCall, codeCalls } from "./code-calls.ts";
import { attackLanguageOf } from "./language.ts";
import { filesThere, filesToCome, isTestOf, mayTouch } from "./named-files.ts";
import { givenCodes, programCall } from "./programs.ts";
import { type ShellCommand, shellCommands } from "./shell-commands.ts";
import { expectedOutput, searchOf } from "./sought-text.ts";

/** A text that a file must hold, or must not. */
export interface DemandedText {
  readonly path: string;
  readonly text: string;
}

/** A call in code, and the sources that may define what is called. `shown`: what its command must print. */
export interface DemandedCall extends CodeCall {
  readonly sources: readonly string[];
  readonly shown: string | null;
}

/** A start of a program. `name`: its path, or a function of one of the sources. `prints`: null where nothing is asked. */
export interface DemandedStart {
  readonly name: string;
  readonly given: readonly string[];
  readonly prints: string | null;
  readonly status: number;
  readonly sources: readonly string[];
}

/** All lists: each thing once for each place that demands it. `coming`: files that the base does not have. */
export interface Demands {
  readonly coming: readonly string[];
  readonly gone: readonly string[];
  readonly texts: readonly DemandedText[];
  readonly absent: readonly DemandedText[];
  readonly calls: readonly DemandedCall[];
  readonly starts: readonly DemandedStart[];
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

const NONE: Demands = { coming: [], gone: [], texts: [], absent: [], calls: [], starts: [], sources: [], tests: [] };

/** Puts demands together. Pure. */
export function together(all: readonly Demands[]): Demands {
  return {
    coming: [...new Set(all.flatMap(({ coming }) => coming))],
    gone: [...new Set(all.flatMap(({ gone }) => gone))],
    texts: all.flatMap(({ texts }) => texts),
    absent: all.flatMap(({ absent }) => absent),
    calls: all.flatMap(({ calls }) => calls),
    starts: all.flatMap(({ starts }) => starts),
    sources: [...new Set(all.flatMap(({ sources }) => sources))],
    tests: [...new Set(all.flatMap(({ tests }) => tests))],
  };
}

/** What one check demands. Pure. */
export function demandsOf(check: Check, ground: AttackGround): Demands {
  switch (check.kind) {
    case "file":
      return { ...NONE, coming: concrete(check.path, ground) };
    case "not_file":
      return { ...NONE, gone: concrete(check.path, ground) };
    case "command":
      return ofCommand(check.run, ground, { prints: check.prints, isDenied: false });
    case "not_command":
      return ofCommand(check.run, ground, { prints: null, isDenied: true });
    case "tests":
      return { ...NONE, tests: namedIn(check.run, "", ground).filter((path) => isTestOf(ground, path)) };
    default:
      return NONE;
  }
}

function concrete(path: string, ground: AttackGround): readonly string[] {
  return /[*?[\]{}]/.test(path) || !mayTouch(ground, path) ? [] : [path];
}

function namedIn(text: string, from: string, ground: AttackGround): readonly string[] {
  return [...filesThere(text, from, ground), ...filesToCome(text, from, ground)];
}

/** How a command must go. */
interface Wanted {
  readonly prints: string | null;
  readonly isDenied: boolean;
}

function ofCommand(run: string, ground: AttackGround, wanted: Wanted): Demands {
  const commands = shellCommands(run);
  const named = namedIn(run, "", ground);
  const scripts = named.flatMap((path) => {
    const text = ground.texts.get(path);
    return text === undefined || (mayTouch(ground, path) && !isTestOf(ground, path)) ? [] : [ofScript(path, text, ground)];
  });
  const ownPrints = wanted.prints !== null && run.includes(wanted.prints) ? null : wanted.prints;
  return together([
    ofNames(run, "", ground),
    ...commands.map((command) => ofSimple(command, commands, { named, ground, wanted: { ...wanted, prints: ownPrints } })),
    ...scripts,
  ]);
}

/** The files that a text names, by what they are. */
function ofNames(text: string, from: string, ground: AttackGround): Demands {
  const named = namedIn(text, from, ground);
  const isTest = (path: string): boolean => isTestOf(ground, path);
  return {
    ...NONE,
    coming: filesToCome(text, from, ground).filter((path) => !isTest(path)),
    sources: named.filter((path) => !isTest(path) && mayTouch(ground, path)),
    tests: named.filter(isTest),
  };
}

/** A script or a test of the base that a rule runs: it demands what its own words say. */
function ofScript(path: string, text: string, ground: AttackGround): Demands {
  const named = ofNames(text, path, ground);
  if (attackLanguageOf(path, text) !== "shell") return together([named, ofCode(text, named.sources, ground, null)]);
  const commands = shellCommands(text);
  const wanted = { prints: null, isDenied: false };
  return together([named, ...commands.map((one) => ofSimple(one, commands, { named: named.sources, ground, wanted }))]);
}

interface Around {
  readonly named: readonly string[];
  readonly ground: AttackGround;
  readonly wanted: Wanted;
}

function ofSimple(command: ShellCommand, all: readonly ShellCommand[], { named, ground, wanted }: Around): Demands {
  const sources = named.filter((path) => mayTouch(ground, path) && !isTestOf(ground, path));
  const search = searchOf(command.words);
  if (search !== null) return ofSearch(search, wanted.isDenied, ground);
  const output = expectedOutput(command, all, wanted.prints);
  const codes = givenCodes(command.words, command.codes).map(({ text, isShown }) =>
    ofCode(text, sources, ground, output ?? (isShown ? "true" : null)),
  );
  const program = programCall(command.words);
  const isOwn = program !== null && (sources.includes(program.name) || isFunctionName(program.name));
  if (!isOwn || sources.length === 0) return together(codes);
  const status = program.isDenied || wanted.isDenied ? 1 : 0;
  return together([
    ...codes,
    { ...NONE, starts: [{ name: program.name, given: program.given, prints: output, status, sources }] },
  ]);
}

/** A word that may be a function of a shell library, and no program that every system has. */
function isFunctionName(name: string): boolean {
  return /^[a-z][\w-]*$/i.test(name) && !SYSTEM.has(name);
}

const SYSTEM = new Set(
  (
    "echo printf test cd cat cut head tail sort uniq wc tr sed awk grep find ls rm mkdir cp mv touch true false exit set " +
    "export source local return diff cmp read git npm npx make cargo go pip pytest fi done esac trap sleep kill shift xargs tee env"
  ).split(" "),
);

function ofSearch(search: NonNullable<ReturnType<typeof searchOf>>, isDenied: boolean, ground: AttackGround): Demands {
  const texts = search.places.flatMap((place) => placesFor(place, ground).map((path) => ({ path, text: search.text })));
  return search.isAbsent === isDenied ? { ...NONE, texts } : { ...NONE, absent: texts };
}

/** The file that a search looks into; of a folder or a glob the first that may be changed. */
function placesFor(place: string, ground: AttackGround): readonly string[] {
  const path = place.replace(/^\.\//, "").replace(/\/$/, "");
  if (mayTouch(ground, path) && /\.\w+$/.test(path)) return [path];
  const [folder = ""] = path.split(/[*?[{]/);
  const inside = ground.paths.filter((one) => one.startsWith(folder === "." ? "" : folder) && mayTouch(ground, one));
  return ground.paths.includes(path) && mayTouch(ground, path) ? [path] : inside.slice(0, 1);
}

/** Texts that code looks for in a file that it reads: `includes("x")`, `"x" in text`. */
const LOOKED_FOR = /(?:includes|indexOf|match)\(\s*["'`]([^"'`\n]{1,200})["'`]|["']([^"'\n]{1,200})["']\s+(?:not\s+)?in\s/g;

function ofCode(text: string, sources: readonly string[], ground: AttackGround, shown: string | null): Demands {
  const calls = codeCalls(text).map((call): DemandedCall => ({ ...call, sources, shown }));
  if (!/readFile|\bopen\(|read_text/.test(text)) return { ...NONE, calls };
  const files = namedIn(text, "", ground).filter((path) => mayTouch(ground, path));
  const texts = [...text.matchAll(LOOKED_FOR)].flatMap(([, first, second]) =>
    files.map((path) => ({ path, text: first ?? second ?? "" })),
  );
  return { ...NONE, calls, texts };
}
