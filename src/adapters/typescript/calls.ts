/** Recognises the calls of a test file that begin a suite or a test, replace a module, or assert something. */
import type TypeScript from "typescript";

type Ts = typeof TypeScript;

/**
 * A call as far as its names show: the first name of its callee, and the names after it (`test.skip` is `test`,
 * `skip`).
 */
export interface Callee {
  readonly root: string;
  readonly names: readonly string[];
}

const SUITES = new Set(["describe", "suite", "context", "xdescribe", "fdescribe", "xcontext", "fcontext"]);
const TESTS = new Set(["it", "test", "specify", "xit", "xtest", "fit", "xspecify"]);
/** Usual names of the context that a runner passes to a test. */
const CONTEXTS = new Set(["t", "ctx", "context"]);
const MOCKS = new Set(["mock", "doMock", "unstable_mockModule", "module"]);
/** Assertions of a context, as node:test, tap and ava name them. */
const ASSERTS = new RegExp(
  `^(?:${[
    String.raw`is|not|ok|notOk|equals?|same|deepEqual|like|throws\w*|rejects`,
    "true|false|truthy|falsy|pass|fail|match|regex|snapshot|assert|plan",
  ].join("|")})$`,
);

/**
 * Links of a chain that are followed at most: each link is asked for its callee, so an endless chain would take
 * quadratic time.
 */
const LONGEST = 100;

/**
 * The callee of a call or a chain of properties, through further calls: `test.each(table)("…")`,
 * `expect(a).not.toBe(b)`. A chain of more than 100 links has no known first name, so it no longer counts as a test or
 * an assertion.
 */
export function calleeOf(ts: Ts, node: TypeScript.Node): Callee {
  const names: string[] = [];
  let at: TypeScript.Node | null = node;
  for (let links = 0; at !== null && !ts.isIdentifier(at); links += 1) {
    if (ts.isPropertyAccessExpression(at)) names.push(at.name.text);
    at = links < LONGEST ? within(ts, at) : null;
  }
  return { root: at === null ? "" : at.text, names: names.reverse() };
}

/** The expression that a link of a chain belongs to; null where the chain begins with something else than a name. */
function within(ts: Ts, node: TypeScript.Node): TypeScript.Node | null {
  if (ts.isTaggedTemplateExpression(node)) return node.tag;
  const links = [
    ts.isPropertyAccessExpression,
    ts.isCallExpression,
    ts.isElementAccessExpression,
    ts.isNonNullExpression,
    ts.isParenthesizedExpression,
    ts.isAwaitExpression,
  ];
  if (!links.some((isLink) => isLink(node))) return null;
  return (node as TypeScript.PropertyAccessExpression).expression; // each of these kinds has `expression`
}

/** Whether a call begins a suite or a test; null for neither. */
export function beginsWhat({ root, names }: Callee): "suite" | "test" | null {
  if (SUITES.has(root) && !(CONTEXTS.has(root) && names.some((name) => TESTS.has(name)))) return "suite";
  if (TESTS.has(root) || (CONTEXTS.has(root) && names.some((name) => TESTS.has(name))))
    return names[0] === "describe" ? "suite" : "test";
  return null;
}

/** True for `vi.mock`, `jest.doMock`, `mock.module` and their like. */
export function mocksModule({ root, names: [first = ""] }: Callee): boolean {
  return (root === "vi" || root === "jest" || root === "mock") && MOCKS.has(first);
}

/** True when a chain asserts something. `own`: functions of the file that assert. */
export function asserts({ root, names: [first = ""] }: Callee, own: ReadonlySet<string>): boolean {
  if (/^(?:expect|assert)/.test(root) || own.has(root)) return true;
  return (CONTEXTS.has(root) && ASSERTS.test(first)) || first === "should";
}
