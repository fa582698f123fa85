/** Makes the attacks on a plan: cheap wrong patches, the cheapest first. */
import { placeOf } from "#core/analysis/test-blocks/test-exception.ts";
import { type FileEdit, type FixedFile, firstPlace } from "#core/backtest/half.ts";
import type { AttackName } from "#core/plan/plan-attacks.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { Attack, AttackGround } from "./attack.ts";
import { type Demands, together } from "./demands.ts";
import { demandsOf } from "./demands-of.ts";
import { withEarlyExit } from "./early-exit.ts";
import { hollowTests } from "./hollow-tests.ts";
import { isTestOf, mayTouch } from "./named-files.ts";
import { withNote } from "./note.ts";
import { specialCases } from "./special-cases.ts";

/** No language reads this. */
const UNREADABLE = "}}} ) this file was broken on purpose ((( {{{\n";

/** Sources that are made to end the program one by one; and test files that are changed at most. */
const MOST_SOURCES = 3;
const MOST_TESTS = 10;

/** What a patch has done so far to the files of the base. */
type Texts = ReadonlyMap<string, string | null>;

/**
 * The attacks on a plan, each other than those before it. `earlier`: what an earlier iteration did. Those that serve
 * what rules demand are made for rules that are not green on the base: the others hold already. Those that only take
 * something away are made where that can turn a rule green, or where nothing has to turn green. Pure.
 */
export function attacksOf(ground: AttackGround, earlier: readonly FixedFile[] = []): readonly Attack[] {
  const open = openRules(ground);
  const demands = together(open.map(({ check }) => demandsOf(check, ground)));
  const texts = withTexts(demands, ground);
  const special = specialCases(demands, texts, ground);
  const exits = exitsOf(demands.sources, texts, ground);
  const tests = restsOnTests(open, demands, ground) ? testsAtHand(demands, ground) : [];
  const hollow = withHollowTests(tests, demands, ground);
  const there = tests.filter((path) => ground.texts.has(path));
  const hunk = firstPlace(earlier);
  const named: readonly (readonly [AttackName, Texts])[] = [
    ["nothing", new Map()],
    ["texts", texts],
    ["hollow_tests", over(texts, hollow)],
    ["special_cases", special],
    ["hollow_special_cases", over(special, hollow)],
    ...exits.map((exit) => ["early_exit", exit] as const),
    ...exits.slice(0, 1).map((exit) => ["hollow_early_exit", over(exit, hollow)] as const),
    ["hollow_tests", over(texts, withHollowTests(tests, demands, { ...ground, texts: new Map() }))],
    ["tests_deleted", new Map(there.map((path) => [path, null]))],
    ["tests_emptied", new Map(there.map((path) => [path, ""]))],
    ["broken", brokenOf(open, demands, ground)],
    ["first_hunk", new Map((hunk ?? []).map(({ path, text }) => [path, text]))],
  ];
  return distinct(named.map(([name, made]) => ({ name, edits: editsOf(made, ground) })));
}

/** True where faults can slip: nothing has to turn green, or something that must fail. */
export function mayFaultsSlip(ground: Pick<AttackGround, "plan" | "results">): boolean {
  const open = openRules(ground);
  return open.every(({ check }) => check.kind === "not_command");
}

/** True where a rule that must turn green runs tests, or must fail: then tests that are gone can turn it green. */
function restsOnTests(open: readonly Rule[], { tests }: Demands, { plan }: AttackGround): boolean {
  const isOf = ({ check }: Rule): boolean => {
    if (check.kind === "command") return /\btest/i.test(check.run) || check.run === plan.checks.test;
    return check.kind === "tests" || check.kind === "not_command";
  };
  return open.length === 0 || tests.length > 0 || open.some(isOf);
}

/** The `fail` rules that must still turn green. */
export function openRules({ plan, results }: Pick<AttackGround, "plan" | "results">): readonly Rule[] {
  const open = new Set(results.filter(({ verdict }) => verdict !== "pass").map(({ id }) => id));
  return plan.rules.filter(({ id, severity }) => severity === "fail" && open.has(id));
}

const over = (below: Texts, above: Texts): Texts => new Map([...below, ...above]);

/** The files and texts that rules look for, and nothing else. */
function withTexts({ coming, gone, texts, absent }: Demands, { texts: base }: AttackGround): Texts {
  const paths = [...new Set([...coming, ...texts.map(({ path }) => path), ...absent.map(({ path }) => path)])];
  const made = paths.map((path): readonly [string, string] => {
    const kept = absent.filter((one) => one.path === path && one.text !== "");
    const bare = kept.reduce((text, one) => text.replaceAll(one.text, ""), base.get(path) ?? "");
    const lines = texts.filter((one) => one.path === path).map(({ text }) => text);
    return [path, withNote(path, bare, lines)];
  });
  return new Map<string, string | null>([...gone.map((path) => [path, null] as const), ...made]);
}

/** Test files that the work may change, or that a rule runs and that are to come. */
function testsAtHand({ tests }: Demands, ground: AttackGround): readonly string[] {
  const { plan, paths, texts } = ground;
  const expected = paths.filter((path) => isTestOf(ground, path) && mayTouch(ground, path) && texts.has(path));
  const named = [...plan.scope.paths, ...plan.expectedTestChanges.map(placeOf)].filter((path) => !/[*?[{]/.test(path));
  const coming = [...tests, ...named].filter((path) => !paths.includes(path) || mayTouch(ground, path));
  return [...new Set([...expected, ...coming])].filter((path) => isTestOf(ground, path)).slice(0, MOST_TESTS);
}

/** Beside the tests that are there; without texts, in their place. */
function withHollowTests(tests: readonly string[], { titles }: Demands, { texts }: AttackGround): Texts {
  return new Map(
    tests.flatMap((path) => {
      const made = hollowTests(path, texts.get(path) ?? "", titles);
      return made === null ? [] : [[path, made] as const];
    }),
  );
}

/** Sources that are to come end the program; and with them each of those that are there, one by one. */
function exitsOf(named: readonly string[], below: Texts, ground: AttackGround): readonly Texts[] {
  const { texts, paths } = ground;
  const exit = (path: string): readonly (readonly [string, string])[] => {
    const made = withEarlyExit(path, below.get(path) ?? texts.get(path) ?? "");
    return made === null ? [] : [[path, made] as const];
  };
  const inScope = paths.filter((path) => texts.has(path) && mayTouch(ground, path) && !isTestOf(ground, path));
  const coming = named.filter((path) => !texts.has(path)).flatMap(exit);
  const there = [...new Set([...named, ...inScope])].filter((path) => texts.has(path)).flatMap((path) => [exit(path)]);
  const alone = coming.length === 0 ? [] : [over(below, new Map(coming))];
  const others = there.filter(({ length }) => length > 0).slice(0, MOST_SOURCES);
  return [...alone, ...others.map((made) => over(below, new Map([...coming, ...made])))];
}

/** Sources that cannot be read, where a command must fail: it would. */
function brokenOf(open: readonly Rule[], { sources }: Demands, { texts }: AttackGround): Texts {
  const denies = open.some(({ check }) => check.kind === "not_command");
  return new Map(sources.filter((path) => denies && texts.has(path)).map((path) => [path, UNREADABLE]));
}

function editsOf(made: Texts, { texts }: AttackGround): readonly FileEdit[] {
  return [...made].flatMap(([path, text]) => ((texts.get(path) ?? null) === text ? [] : [{ path, text }]));
}

/** The first of those that do the same; of those that do nothing that is `nothing`. */
function distinct(attacks: readonly Attack[]): readonly Attack[] {
  const seen = new Set<string>();
  return attacks.filter(({ edits }) => {
    const key = JSON.stringify(edits);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
