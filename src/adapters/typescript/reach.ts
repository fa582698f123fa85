/** Decides how surely a part of the code is reached when the node around it is. */
import type TypeScript from "typescript";
import type { Reachability } from "#core/analysis/source/test-outline.ts";

type Ts = typeof TypeScript;

/** Whether a child is reached within its node: under a condition, where its failure is caught, else as the node. */
export function reachOf(ts: Ts, node: TypeScript.Node, child: TypeScript.Node): Reachability {
  if (ts.isTryStatement(node)) return child === node.tryBlock && swallows(ts, node) ? "caught" : "always";
  if (ts.isCaseOrDefaultClause(node)) return "conditional";
  const sure = alwaysReached(ts, node);
  return sure === null || child === sure ? "always" : "conditional";
}

/** The one child of a branching node that is always reached; null for a node that does not branch. */
function alwaysReached(ts: Ts, node: TypeScript.Node): TypeScript.Node | null {
  if (ts.isIfStatement(node)) return node.expression;
  if (ts.isConditionalExpression(node)) return node.condition;
  const short = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken];
  return ts.isBinaryExpression(node) && short.includes(node.operatorToken.kind) ? node.left : null;
}

function swallows(ts: Ts, { catchClause }: TypeScript.TryStatement): boolean {
  return catchClause !== undefined && !failsAnyway(ts, catchClause);
}

/** True when a catch block throws again. */
function failsAnyway(ts: Ts, { block }: TypeScript.CatchClause): boolean {
  return block.statements.some((statement) => ts.isThrowStatement(statement));
}

/** Marks the statements of a block that come after one that always leaves it. */
export function blockReaches(ts: Ts, node: TypeScript.Node): ReadonlyMap<TypeScript.Node, Reachability> {
  const statements: readonly TypeScript.Statement[] = ts.isBlock(node) || ts.isSourceFile(node) ? node.statements : [];
  const end = statements.findIndex((statement) => ts.isReturnStatement(statement) || ts.isThrowStatement(statement));
  return new Map(end === -1 ? [] : statements.slice(end + 1).map((statement) => [statement, "never"]));
}
