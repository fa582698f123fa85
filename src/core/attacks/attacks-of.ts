/** Makes the attacks on a plan: cheap wrong patches, the cheapest first. */
import type { FileEdit } from "#core/analysis/changes/file-edit.ts";
import { placeOf } from "#core/analysis/test-blocks/test-exception.ts";
import { type AttackBase, type PatchedTexts, textOver } from "#core/attacks/demands/attack-base.ts";
import { type Demands, together } from "#core/attacks/demands/demands.ts";
import { demandsOf } from "#core/attacks/demands/demands-of.ts";
import { isTestOf, mayTouch } from "#core/attacks/demands/named-files.ts";
import { withEarlyExit } from "#core/attacks/patches/early-exit.ts";
import { hollowTests } from "#core/attacks/patches/hollow-tests.ts";
import { servedTexts } from "#core/attacks/patches/served-texts.ts";
import { specialCases } from "#core/attacks/patches/special-cases.ts";
import { type FixedFile, firstPlace } from "#core/backtest/half.ts";
import type { AttackName } from "#core/plan/plan-attacks.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { Attack } from "./attack.ts";
import { openRules, restsOnTests } from "./open-rules.ts";

/** No language reads this. */
const UNREADABLE = "}}} ) this file was broken on purpose ((( {{{\n";

/** Sources that are made to end the program one by one; and test files that are changed at most. */
const MOST_SOURCES = 3;
const MOST_TESTS = 10;

/**
 * The attacks on a plan, each other than those before it. `earlier`: what an earlier iteration did. Those that serve
 * what rules demand are made for rules that are not green on the base: the others hold already. Those that only take
 * something away are made where that can turn a rule green, or where nothing has to turn green. Pure.
 */
export function attacksOf(ground: AttackBase, earlier: readonly FixedFile[] = []): readonly Attack[] {
  const open = openRules(ground);
  const demands = together(open.map(({ check }) => demandsOf(check, ground)));
  const texts = servedTexts(demands, ground);
  const special = specialCases(demands, texts, ground);
  const exits = exitsOf(demands.sources, texts, ground);
  const tests = restsOnTests(open, demands, ground) ? testsAtHand(demands, ground) : [];
  const hollow = withHollowTests(tests, demands, ground);
  const there = tests.filter((path) => ground.texts.has(path));
  const hunk = firstPlace(earlier);
  const named: readonly (readonly [AttackName, PatchedTexts])[] = [
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

const over = (below: PatchedTexts, above: PatchedTexts): PatchedTexts => new Map([...below, ...above]);

/** Test files that the work may change, or that a rule runs and that are to come. */
function testsAtHand({ tests }: Demands, ground: AttackBase): readonly string[] {
  const { plan, paths, texts } = ground;
  const expected = paths.filter((path) => isTestOf(ground, path) && mayTouch(ground, path) && texts.has(path));
  const named = [...plan.scope.paths, ...plan.expectedTestChanges.map(placeOf)].filter((path) => !/[*?[{]/.test(path));
  const coming = [...tests, ...named].filter((path) => !paths.includes(path) || mayTouch(ground, path));
  return [...new Set([...expected, ...coming])].filter((path) => isTestOf(ground, path)).slice(0, MOST_TESTS);
}

/** Beside the tests that are there; without texts, in their place. */
function withHollowTests(tests: readonly string[], { titles }: Demands, { texts }: AttackBase): PatchedTexts {
  return new Map(
    tests.flatMap((path) => {
      const made = hollowTests(path, texts.get(path) ?? "", titles);
      return made === null ? [] : [[path, made] as const];
    }),
  );
}

/** Sources that are to come end the program; and with them each of those that are there, one by one. */
function exitsOf(named: readonly string[], below: PatchedTexts, ground: AttackBase): readonly PatchedTexts[] {
  const { texts, paths } = ground;
  const exit = (path: string): readonly (readonly [string, string])[] => {
    const made = withEarlyExit(path, textOver(path, below, ground));
    return made === null ? [] : [[path, made] as const];
  };
  const inScope = paths.filter((path) => texts.has(path) && mayTouch(ground, path) && !isTestOf(ground, path));
  const coming = named.filter((path) => !paths.includes(path)).flatMap(exit);
  const there = [...new Set([...named, ...inScope])].filter((path) => texts.has(path)).flatMap((path) => [exit(path)]);
  const alone = coming.length === 0 ? [] : [over(below, new Map(coming))];
  const others = there.filter(({ length }) => length > 0).slice(0, MOST_SOURCES);
  return [...alone, ...others.map((made) => over(below, new Map([...coming, ...made])))];
}

/** Sources that cannot be read, where a command must fail: it would. */
function brokenOf(open: readonly Rule[], { sources }: Demands, { texts }: AttackBase): PatchedTexts {
  const denies = open.some(({ check }) => check.kind === "not_command");
  return new Map(sources.filter((path) => denies && texts.has(path)).map((path) => [path, UNREADABLE]));
}

function editsOf(made: PatchedTexts, { paths, texts }: AttackBase): readonly FileEdit[] {
  const isAsBefore = (path: string, text: string | null): boolean =>
    paths.includes(path) ? texts.get(path) === text : text === null;
  return [...made].flatMap(([path, text]) => (isAsBefore(path, text) ? [] : [{ path, text }]));
}

/** The first of those that do the same; of those that do nothing that is `nothing`. */
function distinct(attacks: readonly Attack[]): readonly Attack[] {
  const seen = new Set<string>();
  return attacks.filter(({ edits }) => {
    const key = edits.map(({ path, text }) => `${path}\0${text ?? "\0"}`).join("\0");
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
