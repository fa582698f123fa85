/** Plants faults in literals: numbers, texts, yes and no. */
import type { SyntaxNode } from "@lezer/common";
import type { BareEdit } from "./line-edits.ts";
import { replacedLiteral } from "./operators.ts";

/** Places where a text names something, or is only said. */
const NAMING = new RegExp(
  `^(?:${[
    "ExpressionStatement|ExportDeclaration|DynamicImport|ParenthesizedTokens|BracketedTokens|BracedTokens|LiteralType",
    "CaseLabel|Case|CaseStatement|SwitchLabel|MatchArm|LiteralPattern|FieldDecl|ConcatenatedString|ContinuedString",
    "LinkageSpecification|SubscriptDesignator|Dimension|ArrayDeclarator",
  ].join("|")})$`,
);

/** A literal is another value; none where it names something. */
export function literalEdits(node: SyntaxNode, text: string): readonly BareEdit[] {
  const { from, to, parent } = node;
  if (parent === null || NAMING.test(parent.name) || isKey(node) || isRequired(node, text)) return [];
  const replacement = replacedLiteral(text.slice(from, to));
  return replacement === null ? [] : [{ from, to, ...replacement }];
}

function isKey({ parent, nextSibling }: SyntaxNode): boolean {
  return parent?.name === "Key" || nextSibling?.name === ":";
}

function isRequired({ parent }: SyntaxNode, text: string): boolean {
  const callee = parent?.name === "ArgList" ? parent.prevSibling : null;
  return callee !== null && text.slice(callee.from, callee.to) === "require";
}
