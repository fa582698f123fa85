/** Reads what the check of a rule demands: files, texts, calls of functions and starts of programs. */
import type { Check } from "#core/rules/check.ts";
import type { AttackBase } from "./attack-base.ts";
import { codeDemands, fileDemands, namedIn } from "./code-demands.ts";
import { type Demands, NO_DEMANDS, together } from "./demands.ts";
import { attackLanguageOf } from "./language.ts";
import { isTestOf, mayTouch } from "./named-files.ts";
import { givenCodes, isFunctionName, programCall } from "./programs.ts";
import { type ShellCommand, shellCommands } from "./shell-commands.ts";
import { expectedOutput, type Search, searchOf } from "./sought-text.ts";

/** Characters of a command that are read: no rule's is longer; and of a script or a test, whose end is not read. */
const LONGEST_COMMAND = 2_000;
const LONGEST_SCRIPT = 2_048;

/** What one check demands. Pure. */
export function demandsOf(check: Check, ground: AttackBase): Demands {
  switch (check.kind) {
    case "file":
      return { ...NO_DEMANDS, coming: concrete(check.path, ground) };
    case "not_file":
      return { ...NO_DEMANDS, gone: concrete(check.path, ground) };
    case "command":
      return ofCommand(check.run, ground, { prints: check.prints, isDenied: false });
    case "not_command":
      return ofCommand(check.run, ground, { prints: null, isDenied: true });
    case "tests":
      return {
        ...NO_DEMANDS,
        tests: namedIn(check.run, "", ground).filter((path) => isTestOf(ground, path)),
        titles: check.passing ?? [],
      };
    default:
      return NO_DEMANDS;
  }
}

function concrete(path: string, ground: AttackBase): readonly string[] {
  return /[*?[\]{}]/.test(path) || !mayTouch(ground, path) ? [] : [path];
}

/** How a command must go. */
interface Wanted {
  readonly prints: string | null;
  readonly isDenied: boolean;
}

function ofCommand(whole: string, ground: AttackBase, { prints, isDenied }: Wanted): Demands {
  const run = whole.slice(0, LONGEST_COMMAND);
  const commands = shellCommands(run);
  // A word that stands in the command is printed by the command itself.
  const wanted = { isDenied, prints: prints !== null && run.includes(prints) ? null : prints };
  const named = fileDemands(run, "", ground);
  const scripts = namedIn(run, "", ground).flatMap((path) => {
    const text = ground.texts.get(path);
    const isSubject = mayTouch(ground, path) && !isTestOf(ground, path);
    return text === undefined || isSubject ? [] : [ofScript(path, text, ground)];
  });
  const { sources } = named;
  return together([named, ...commands.map((one) => ofSimple(one, commands, { sources, ground, wanted })), ...scripts]);
}

/** A script or a test of the base that a rule runs: it demands what its own words say. */
function ofScript(path: string, whole: string, ground: AttackBase): Demands {
  const text = whole.slice(0, LONGEST_SCRIPT);
  const named = fileDemands(text, path, ground);
  const { sources } = named;
  if (attackLanguageOf(path, text) !== "shell") return together([named, codeDemands(text, sources, ground, null)]);
  const commands = shellCommands(text);
  const wanted = { prints: null, isDenied: false };
  return together([named, ...commands.map((one) => ofSimple(one, commands, { sources, ground, wanted }))]);
}

/** Words of commands that run tests: what they print are the titles of tests. */
const RUNNERS = new Set(["--test", "test", "unittest", "pytest", "vitest", "jest", "mocha"]);

interface Around {
  readonly sources: readonly string[];
  readonly ground: AttackBase;
  readonly wanted: Wanted;
}

function ofSimple(command: ShellCommand, all: readonly ShellCommand[], { sources, ground, wanted }: Around): Demands {
  const search = searchOf(command.words);
  if (search !== null) return ofSearch(search, wanted.isDenied, ground);
  const output = expectedOutput(command, all, wanted.prints);
  if (command.words.some((word) => RUNNERS.has(word)))
    return { ...NO_DEMANDS, titles: output === null ? [] : [output] };
  const codes = givenCodes(command.words, command.codes).map(({ text, isShown }) =>
    codeDemands(text, sources, ground, output ?? (isShown ? "true" : null)),
  );
  const program = programCall(command.words);
  if (program === null || !(sources.includes(program.name) || (isFunctionName(program.name) && sources.length > 0)))
    return together(codes);
  const { name, given, isDenied } = program;
  const status = isDenied !== wanted.isDenied ? 1 : 0;
  return together([...codes, { ...NO_DEMANDS, starts: [{ name, given, prints: output, status, sources }] }]);
}

function ofSearch(search: Search, isDenied: boolean, ground: AttackBase): Demands {
  const found = search.places.flatMap((place) => placesFor(place, ground).map((path) => ({ path, text: search.text })));
  return search.isAbsent === isDenied ? { ...NO_DEMANDS, texts: found } : { ...NO_DEMANDS, absent: found };
}

/** The file that a search looks into; of a folder or a glob the first that may be changed. */
function placesFor(place: string, ground: AttackBase): readonly string[] {
  const path = place.replace(/^\.\//, "").replace(/\/$/, "");
  if (mayTouch(ground, path) && (/\.\w+$/.test(path) || ground.paths.includes(path))) return [path];
  const [folder = ""] = path.split(/[*?[{]/);
  return ground.paths
    .filter((one) => one.startsWith(folder === "." ? "" : folder) && mayTouch(ground, one))
    .slice(0, 1);
}
