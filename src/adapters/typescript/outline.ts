/** Outlines a test file in JavaScript or TypeScript with the compiler's own parser. Nothing of the file is run. */
import type TypeScript from "typescript";
import type { Outline, OutlinedAssertion, OutlinedTest, Reachability } from "#core/analysis/source/test-outline.ts";
import { REACHABILITIES } from "#core/analysis/source/test-outline.ts";
import { asserts, beginsWhat, type Callee, calleeOf, mocksModule } from "./calls.ts";
import { blockReaches, reachOf } from "./reach.ts";
import { assertingFunctions, declaredIn, importsOf } from "./source-names.ts";

type Ts = typeof TypeScript;

const SOURCE = /\.[cm]?[jt]sx?$/;
/** Characters of a file that is parsed at most. */
const LONGEST = 1024 ** 2;

/** Null for a file in another language, one that is too long, and one that is nested too deeply to be parsed. */
export async function outlineOf(path: string, text: string): Promise<Outline | null> {
  if (!SOURCE.test(path) || text.length > LONGEST) return null;
  const { default: ts } = await import("typescript");
  try {
    return outlined(ts, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  } catch (error) {
    // The parser is recursive: brackets without end overflow its stack, as they do in every engine.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The test that is being read, or the part of the file outside all tests. */
interface Scope {
  readonly suites: readonly string[];
  readonly name: string;
  readonly reach: Reachability;
  readonly assertions: OutlinedAssertion[];
}

interface OutlineState {
  readonly ts: Ts;
  readonly source: TypeScript.SourceFile;
  readonly own: ReadonlySet<string>;
  readonly tests: OutlinedTest[];
  readonly mocks: string[];
}

function outlined(ts: Ts, source: TypeScript.SourceFile): Outline {
  const reading: OutlineState = { ts, source, own: assertingFunctions(ts, source), tests: [], mocks: [] };
  const outside: Scope = { suites: [], name: "", reach: "always", assertions: [] };
  visit(reading, source, outside);
  const tests = [...reading.tests, { ...outside, marks: [] }];
  return { imports: importsOf(ts, source), declared: declaredIn(ts, source), mocks: reading.mocks, tests };
}

function visit(reading: OutlineState, node: TypeScript.Node, place: Scope): void {
  if (taken(reading, node, place)) return;
  const { ts } = reading;
  const reaches = blockReaches(ts, node);
  ts.forEachChild(node, (child) => {
    const reach = weaker(place.reach, weaker(reachOf(ts, node, child), reaches.get(child) ?? "always"));
    visit(reading, child, reach === place.reach ? place : { ...place, reach });
  });
}

/** True when the node was read as a whole: a suite, a test, an assertion. */
function taken(reading: OutlineState, node: TypeScript.Node, place: Scope): boolean {
  const { ts } = reading;
  const isCall = ts.isCallExpression(node);
  if (!isCall && !ts.isPropertyAccessExpression(node)) return false;
  const callee = calleeOf(ts, node);
  if (isCall && mocksModule(callee)) reading.mocks.push(titleOf(reading, node));
  if (isCall && entered(reading, node, callee, place)) return true;
  if (!asserts(callee, reading.own)) return false;
  place.assertions.push({ text: normal(reading, node), reach: place.reach });
  return true;
}

/** True when the call began a suite or a test: its body has then been read. */
function entered(reading: OutlineState, node: TypeScript.CallExpression, callee: Callee, place: Scope): boolean {
  const { ts } = reading;
  const what = beginsWhat(callee);
  const bodies = node.arguments.filter((argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument));
  if (what === null || node.arguments.length === 0 || (bodies.length === 0 && callee.names.includes("each")))
    return false;
  const suites = place.name === "" ? place.suites : [...place.suites, place.name];
  const name = titleOf(reading, node);
  const inner: Scope =
    what === "suite"
      ? { ...place, suites: [...suites, name], name: "" }
      : { suites, name, reach: "always", assertions: [] };
  for (const body of bodies) ts.forEachChild(body, (child) => visit(reading, child, inner));
  if (what === "test")
    reading.tests.push({
      ...inner,
      marks: [...callee.names, ...(/^x/.test(callee.root) ? ["skip"] : [])],
      reach: place.reach,
    });
  return true;
}

function titleOf(reading: OutlineState, { arguments: [title] }: TypeScript.CallExpression): string {
  if (title === undefined) return "";
  return reading.ts.isStringLiteralLike(title) ? title.text : normal(reading, title);
}

/** Source text without comments and layout: line breaks and trailing commas make no difference. */
function normal({ ts, source }: OutlineState, node: TypeScript.Node): string {
  const printed = ts.createPrinter({ removeComments: true }).printNode(ts.EmitHint.Unspecified, node, source);
  return printed
    .replace(/\s+/g, " ")
    .replace(/([[({]) /g, "$1")
    .replace(/,? ?([\])}])/g, "$1");
}

function weaker(a: Reachability, b: Reachability): Reachability {
  return REACHABILITIES.indexOf(a) < REACHABILITIES.indexOf(b) ? a : b;
}
