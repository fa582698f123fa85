/** Reads from a syntax tree where a fault can be planted. The grammars name operators and literals alike. */
import type { SyntaxNode, SyntaxNodeRef, Tree } from "@lezer/common";
import type { Grammar } from "./grammars.ts";
import type { BareEdit, Edit, Span } from "./line-edits.ts";
import { literalEdits } from "./literal-edits.ts";
import { replacedOperator } from "./operators.ts";
import { isSkipped } from "./skipped.ts";

/** A file that is read: its text, and what its language allows. */
interface Source extends Omit<Grammar, "parser"> {
  readonly text: string;
}

/** A node above the one that is looked at: its statement and function, and whether it holds statements or a loop. */
interface Above {
  readonly statement: Span;
  readonly own: Span;
  readonly body: Span | null;
  readonly holds: boolean;
  readonly isEach: boolean;
}

/** What holds statements, as the grammars name it. */
const HOLDS = /(?:^|[a-z])(?:Block|Body|CompoundStatement|DeclarationList)$/;

/** A loop that goes through things, or the head of one. */
const EACH = /^(?:RangeClause|For(?:Of|In)Spec|EnhancedForStatement|ForRangeLoop|ForExpression)$/;
const isEach = ({ name, node }: SyntaxNodeRef): boolean =>
  EACH.test(name) || (name === "ForStatement" && node.getChild("in") !== null);

/** Functions with and without a name, as the grammars name them. */
const NAMED =
  "(?:Function|Method|Constructor|CompactConstructor)(?:Declaration|Definition|Decl|Expression|Literal|Item)";
const FUNCTION = new RegExp(`^(?:${NAMED}|(?:Lambda|Closure)Expression|ArrowFunction)$`);

/** What is known of a node, from what is known of the one above it; `undefined` for the root. */
function placeOf(node: SyntaxNodeRef, above: Above | undefined): Above {
  const span = { from: node.from, to: node.to };
  const [holds, body] = [HOLDS.test(node.name), FUNCTION.test(node.name) ? span : (above?.body ?? null)];
  if (above === undefined) return { statement: span, own: span, body, holds: true, isEach: false };
  const own = above.holds || above.isEach ? span : above.own;
  return { statement: above.holds ? span : above.statement, own, body, holds, isEach: isEach(node) };
}

/** Every edit that makes a fault of the file. Linear in the tree. */
export function editsIn(tree: Tree, source: Source): readonly Edit[] {
  const edits: Edit[] = [];
  const path: Above[] = [];
  tree.iterate({
    enter(node) {
      if (node.type.isError || isSkipped(node, source.text)) return false;
      const place = placeOf(node, path.at(-1));
      const { statement: within, own, body } = place;
      edits.push(...editsAt(node, source).map((edit) => ({ ...edit, within, own, body })));
      path.push(place);
      return true;
    },
    leave() {
      path.pop();
    },
  });
  return edits;
}

const OPERATOR = /^(?:CompareOp|LogicOp|ArithOp|UpdateOp|AssignOp|and|or|not)$/;
const LITERAL = /^(?:Number|Integer|IntegerLiteral|BooleanLiteral|Boolean|Bool|True|False|String|StringLiteral)$/;

function editsAt(ref: SyntaxNodeRef, source: Source): readonly BareEdit[] {
  const { name } = ref;
  if (OPERATOR.test(name)) return operatorEdits(ref.node, source);
  if (LITERAL.test(name)) return literalEdits(ref.node, source.text);
  if (/^If(?:Statement|Expression)$/.test(name)) return conditionEdits(ref.node, source);
  if (/^(?:Conditional|Ternary)Expression$/.test(name)) return choiceEdits(ref.node, source);
  return name === "ReturnStatement" || name === "ArrowFunction" ? resultEdits(ref.node, source) : [];
}

const BINARY = /^(?:Binary\w*|AssignmentExpression|Assignment|UpdateStatement)$/;
const UNARY = /^Unary\w*$/;

function operatorEdits(node: SyntaxNode, { text, addsText }: Source): readonly BareEdit[] {
  const { from, to, parent } = node;
  const written = text.slice(from, to);
  if (parent === null) return [];
  if (UNARY.test(parent.name))
    return /^(?:!|not)$/.test(written) ? [{ from, to: afterBlanks(text, to), gross: "" }] : [];
  if (!BINARY.test(parent.name)) return [];
  const adds = !addsText || [node.prevSibling, node.nextSibling].some((side) => side !== null && isNumber(side));
  const replacement = replacedOperator(written, adds);
  return replacement === null ? [] : [{ from, to, ...replacement }];
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at += 1;
  return at;
}

function isNumber({ name }: SyntaxNode): boolean {
  return /^(?:Number|Integer|Float|IntegerLiteral|FloatingPointLiteral)$/.test(name);
}

/** A condition holds where it did not, and the other way round. */
function conditionEdits(node: SyntaxNode, source: Source): readonly BareEdit[] {
  const edits: BareEdit[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.name === "if" || child.name === "elif") edits.push(...negated(conditionAfter(child), source));
  return edits;
}

/** Go lets a statement and a semicolon stand before a condition. */
function conditionAfter(word: SyntaxNode): SyntaxNode | null {
  const next = word.nextSibling;
  return next?.nextSibling?.name === ";" ? next.nextSibling.nextSibling : next;
}

function choiceEdits(node: SyntaxNode, source: Source): readonly BareEdit[] {
  const word = node.getChild("if");
  return negated(word === null ? node.firstChild : word.nextSibling, source);
}

function negated(condition: SyntaxNode | null, { text, givesNothing }: Source): readonly BareEdit[] {
  if (condition === null || condition.type.isError || /^Let|Declaration$|^Block$/.test(condition.name)) return [];
  const { from, to } = condition;
  const written = text.slice(from, to);
  const isWrapped = condition.name === "ConditionClause" || condition.name === "ParenthesizedExpression";
  const not = givesNothing === "None" ? "not " : "!";
  return [{ from, to, gross: isWrapped ? `(${not}${written})` : `${not}(${written})` }];
}

/** A function gives nothing, where its language allows that of any function. */
function resultEdits(node: SyntaxNode, { givesNothing }: Source): readonly BareEdit[] {
  if (givesNothing === null) return [];
  const value = node.name === "ArrowFunction" ? node.lastChild : (node.firstChild?.nextSibling ?? null);
  if (value === null || value.type.isError || /^(?:Block|;|ParamList)$/.test(value.name)) return [];
  return [{ from: value.from, to: value.to, gross: givesNothing }];
}
