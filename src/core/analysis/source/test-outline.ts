/**
 * The outline of a test file, made from its syntax tree, and a comparison of two outlines that finds what a change
 * weakens.
 */

import { unpaired } from "#core/values/unpaired.ts";
import { assertsNoLess } from "./assertions-compared.ts";
import { statementOf } from "./statement-text.ts";

/**
 * Degrees of certainty that an assertion or a test is reached, the least first: behind a `return`, with its failure
 * caught, under a condition, for sure.
 */
export const REACHABILITIES = ["never", "caught", "conditional", "always"] as const;
export type Reachability = (typeof REACHABILITIES)[number];

/** One assertion in its normal form: without comments, the same for every layout. */
export interface OutlinedAssertion {
  readonly text: string;
  readonly reach: Reachability;
}

/**
 * A test; assertions outside of any test have the name "". `marks`: the words in its call beside the name (`skip`,
 * `only`, `each`).
 */
export interface OutlinedTest {
  readonly suites: readonly string[];
  readonly name: string;
  readonly marks: readonly string[];
  readonly reach: Reachability;
  readonly assertions: readonly OutlinedAssertion[];
}

/** `imports`: the module that each name comes from. `mocks`: the modules that are replaced. */
export interface Outline {
  readonly imports: Readonly<Record<string, string>>;
  readonly declared: readonly string[];
  readonly mocks: readonly string[];
  readonly tests: readonly OutlinedTest[];
}

/**
 * Gives a sentence for each way in which a change tests less than before. A test that only moves between suites of its
 * file is the same test, and an assertion that was rewritten and asserts no less is the same assertion. `literals`: of
 * the file after the change. Pure.
 */
export function weakenings(before: Outline, after: Outline, literals: ReadonlySet<string>): readonly string[] {
  return [
    ...before.tests.flatMap((test) =>
      weakened(test, sameTest(test, after.tests) ?? retitled(test, before, after), literals),
    ),
    ...Object.entries(before.imports).flatMap(([name, from]) => replaced(name, from, after)),
    ...after.mocks
      .filter((one) => !before.mocks.includes(one))
      .map((one) => `The module ${one} is replaced by a mock.`),
  ];
}

/** The test of the same name in the same suites, else the only one of that name. */
function sameTest({ suites, name }: OutlinedTest, tests: readonly OutlinedTest[]): OutlinedTest | null {
  const named = tests.filter((test) => test.name === name);
  return named.find((test) => test.suites.join("\n") === suites.join("\n")) ?? named[0] ?? null;
}

/** The test that has another name and asserts all of the same: one that was not there before. */
function retitled({ assertions }: OutlinedTest, before: Outline, after: Outline): OutlinedTest | null {
  const known = new Set(before.tests.map(({ name }) => name));
  const fresh = after.tests.filter(({ name }) => !known.has(name));
  return fresh.find((test) => assertions.length > 0 && without(assertions, test.assertions).length === 0) ?? null;
}

const DISABLING = ["skip", "todo", "fails", "failing", "skipIf", "runIf"];

function weakened(before: OutlinedTest, after: OutlinedTest | null, literals: ReadonlySet<string>): readonly string[] {
  const called = before.name === "" ? "Outside of the tests" : `The test "${before.name}"`;
  if (after === null) return before.name === "" && before.assertions.length === 0 ? [] : [`${called}: it is gone.`];
  const marks = after.marks.filter((mark) => DISABLING.includes(mark) && !before.marks.includes(mark));
  const [gone, fresh] = [without(before.assertions, after.assertions), without(after.assertions, before.assertions)];
  const standsFor = (now: OutlinedAssertion, { text, reach }: OutlinedAssertion): boolean =>
    rank(now.reach) >= rank(reach) && assertsNoLess(statementOf(text), statementOf(now.text), literals);
  return [
    ...marks.map((mark) => `${called} has the mark ${mark}.`),
    ...(rank(after.reach) < rank(before.reach) ? [`${called} is now run ${WORDS[after.reach]}.`] : []),
    ...unpaired(gone, fresh, standsFor).map(({ text, reach }) => {
      const weaker = after.assertions.find((one) => one.text === text && rank(one.reach) < rank(reach));
      return `${called} ${weaker === undefined ? "no longer asserts" : `asserts ${WORDS[weaker.reach]}`}: ${text}`;
    }),
  ];
}

/** Those for which there is none of the same text, reached as surely, among the others. */
function without(
  assertions: readonly OutlinedAssertion[],
  others: readonly OutlinedAssertion[],
): readonly OutlinedAssertion[] {
  const left = [...others];
  return assertions.filter(({ text, reach }) => {
    const index = left.findIndex((one) => one.text === text && rank(one.reach) >= rank(reach));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

const WORDS: Readonly<Record<Reachability, string>> = {
  never: "behind an end that is always reached",
  caught: "where its failure is caught",
  conditional: "under a condition only",
  always: "always",
};

function rank(reach: Reachability): number {
  return REACHABILITIES.indexOf(reach);
}

function replaced(name: string, from: string, { imports, declared }: Outline): readonly string[] {
  const now = imports[name];
  if (now !== undefined) return now === from ? [] : [`${name} came from ${from}, and comes from ${now} now.`];
  return declared.includes(name) ? [`${name} came from ${from}, and is made in the test itself now.`] : [];
}
