/**
 * Reads the names of a test file: the modules that they come from, those that the file declares, and its functions that
 * assert.
 */
import type TypeScript from "typescript";
import { asserts, calleeOf } from "./calls.ts";

type Ts = typeof TypeScript;

/** The module that each imported or required name comes from. */
export function importsOf(ts: Ts, source: TypeScript.SourceFile): Readonly<Record<string, string>> {
  return Object.fromEntries(
    source.statements.flatMap((statement) => [...imported(ts, statement), ...required(ts, statement)]),
  );
}

type Origin = readonly [name: string, module: string];

function imported(ts: Ts, statement: TypeScript.Statement): readonly Origin[] {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
  const module = statement.moduleSpecifier.text;
  return boundBy(ts, statement.importClause).map((name) => [name, module]);
}

function required(ts: Ts, statement: TypeScript.Statement): readonly Origin[] {
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    const module = initializer === undefined ? null : requiredFrom(ts, initializer);
    return module === null ? [] : namesIn(ts, name).map((one): Origin => [one, module]);
  });
}

function boundBy(ts: Ts, clause: TypeScript.ImportClause | undefined): readonly string[] {
  if (clause === undefined) return [];
  const { name, namedBindings: bindings } = clause;
  const own = name === undefined ? [] : [name.text];
  if (bindings === undefined) return own;
  return ts.isNamespaceImport(bindings)
    ? [...own, bindings.name.text]
    : [...own, ...bindings.elements.map((element) => element.name.text)];
}

/** The module of `require("x")` and of `await import("x")`; null for anything else. */
function requiredFrom(ts: Ts, node: TypeScript.Expression): string | null {
  const call = ts.isAwaitExpression(node) ? node.expression : node;
  if (!ts.isCallExpression(call)) return null;
  const [module] = call.arguments;
  const requires =
    call.expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(call.expression) && call.expression.text === "require");
  return requires && module !== undefined && ts.isStringLiteralLike(module) ? module.text : null;
}

function namesIn(ts: Ts, name: TypeScript.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(ts, element.name) : []));
}

/** Names that the file declares at its top level, except those that it requires. */
export function declaredIn(ts: Ts, source: TypeScript.SourceFile): readonly string[] {
  return source.statements.flatMap((statement) => {
    if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name !== undefined)
      return [statement.name.text];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations
      .filter(({ initializer }) => initializer === undefined || requiredFrom(ts, initializer) === null)
      .flatMap(({ name }) => namesIn(ts, name));
  });
}

/** Functions of the file whose bodies assert something, directly or through another: a call of one is an assertion. */
export function assertingFunctions(ts: Ts, source: TypeScript.SourceFile): ReadonlySet<string> {
  const bodies = source.statements.flatMap((statement) => functionsOf(ts, statement));
  const found = new Set<string>();
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { name, body } of bodies) if (holdsAssertion(ts, body, found)) found.add(name);
  }
  return found;
}

interface Named {
  readonly name: string;
  readonly body: TypeScript.Node;
}

function functionsOf(ts: Ts, statement: TypeScript.Statement): readonly Named[] {
  if (ts.isFunctionDeclaration(statement) && statement.name !== undefined && statement.body !== undefined)
    return [{ name: statement.name.text, body: statement.body }];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    if (!ts.isIdentifier(name) || initializer === undefined) return [];
    return ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)
      ? [{ name: name.text, body: initializer.body }]
      : [];
  });
}

function holdsAssertion(ts: Ts, node: TypeScript.Node, own: ReadonlySet<string>): boolean {
  if (ts.isCallExpression(node) && asserts(calleeOf(ts, node), own)) return true;
  return ts.forEachChild(node, (child) => holdsAssertion(ts, child, own) || undefined) ?? false;
}
