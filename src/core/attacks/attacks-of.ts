/** Makes the attacks on a plan: cheap wrong patches, the cheapest first. */
import { type FileEdit, firstPlace, type FixedFile } from "#core/backtest/half.ts";
import type { AttackName } from "#core/plan/plan-attacks.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { Attack, AttackGround } from "./attack.ts";
import { type Demands, demandsOf, together } from "./demands.ts";
import { withEarlyExit } from "./early-exit.ts";
import { hollowTests } from "./hollow-tests.ts";
import { isTestOf, mayTouch } from "./named-files.ts";
import { withNote } from "./note.ts";
import { specialCases } from "./special-cases.ts";

/** No language reads this. */
const UNREADABLE = "}}} ) this file was broken on purpose ((( {{{\n";

/** Sources that are made to end the program one by one; and test files that are changed at most. */
const MOST_SOURCES = 4;
const MOST_TESTS = 10;

/** What a patch has done so far to the files of the base. */
type Texts = ReadonlyMap<string, string | null>;

/**
 * The attacks on a plan, each other than those before it. `earlier`: what an earlier iteration did to sources. Those
 * that serve what rules demand are made for rules that are not green on the base: the others hold already. Pure.
 */
export function attacksOf(ground: AttackGround, earlier: readonly FixedFile[] = []): readonly Attack[] {
  const { plan } = ground;
  const demands = together(openRules(ground).map(({ check }) => demandsOf(check, ground)));
  const all = together(plan.rules.map(({ check }) => demandsOf(check, ground)));
  const texts = withTexts(demands, ground);
  const tests = testsAtHand(all, ground);
  const hollow = withHollowTests(tests, openRules(ground), ground);
  const exits = exitsOf(all.sources, texts, ground);
  const special = specialCases(demands, texts, ground);
  const hunk = firstPlace(earlier);
  const there = tests.filter((path) => ground.texts.has(path));
  const named: readonly (readonly [AttackName, Texts])[] = [
    ["nothing", new Map()],
    ["texts", texts],
    ...exits.map((exit) => ["early_exit", exit] as const),
    ["special_cases", special],
    ["hollow_tests", over(texts, hollow)],
    ["hollow_special_cases", over(special, hollow)],
    ...exits.map((exit) => ["hollow_early_exit", over(exit, hollow)] as const),
    ["tests_deleted", new Map(there.map((path) => [path, null]))],
    ["tests_emptied", new Map(there.map((path) => [path, ""]))],
    ["broken", brokenOf(all.sources, ground)],
    ...(hunk === null ? [] : [["first_hunk", new Map(hunk.map(({ path, text }) => [path, text]))] as const]),
  ];
  return distinct(named.map(([name, made]) => ({ name, edits: editsOf(made, ground) })));
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
  const named = plan.expectedTestChanges.filter((path) => !/[*?[{]/.test(path));
  const coming = [...tests, ...named].filter((path) => !paths.includes(path) || mayTouch(ground, path));
  return [...new Set([...expected, ...coming])].filter((path) => isTestOf(ground, path)).slice(0, MOST_TESTS);
}

function withHollowTests(tests: readonly string[], open: readonly Rule[], { texts }: AttackGround): Texts {
  const names = open.flatMap(({ check }) => (check.kind === "tests" ? (check.passing ?? []) : []));
  return new Map(
    tests.flatMap((path) => {
      const made = hollowTests(path, texts.get(path) ?? "", names);
      return made === null ? [] : [[path, made] as const];
    }),
  );
}

/** Sources that are to come end the program; and with them each of those that are there, one by one. */
function exitsOf(named: readonly string[], below: Texts, ground: AttackGround): readonly Texts[] {
  const { texts } = ground;
  const sources = [...new Set([...named, ...sourcesInScope(ground)])];
  const exit = (path: string): readonly (readonly [string, string])[] => {
    const made = withEarlyExit(path, below.get(path) ?? texts.get(path) ?? "");
    return made === null ? [] : [[path, made] as const];
  };
  const coming = sources.filter((path) => !texts.has(path)).flatMap(exit);
  const there = sources.filter((path) => texts.has(path)).slice(0, MOST_SOURCES);
  const alone = coming.length === 0 ? [] : [over(below, new Map(coming))];
  return [...alone, ...there.map((path) => over(below, new Map([...coming, ...exit(path)])))].filter(
    (made) => made.size > below.size || [...made].some(([path, text]) => below.get(path) !== text),
  );
}

function sourcesInScope(ground: AttackGround): readonly string[] {
  return ground.paths.filter((path) => ground.texts.has(path) && mayTouch(ground, path) && !isTestOf(ground, path));
}

function brokenOf(sources: readonly string[], { texts, results, plan }: AttackGround): Texts {
  const denies = openRules({ plan, results }).some(({ check }) => check.kind === "not_command");
  const there = denies ? sources.filter((path) => texts.has(path)) : [];
  return new Map(there.map((path) => [path, UNREADABLE]));
}

function editsOf(made: Texts, { texts }: AttackGround): readonly FileEdit[] {
  return [...made].flatMap(([path, text]) => ((texts.get(path) ?? null) === text ? [] : [{ path, text }]));
}

/** The first of those that do the same; one that does nothing is `nothing` alone. */
function distinct(attacks: readonly Attack[]): readonly Attack[] {
  const seen = new Set<string>();
  return attacks.filter(({ edits }) => {
    const key = JSON.stringify(edits);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
