/** Reads from a shell script where a fault can be planted. */
import { type CommandArgument, forEachChild, parse, type Redirection } from "unbash";
import type { BareEdit, Edit } from "./line-edits.ts";
import { type FaultyText, replacedLiteral, replacedOperator } from "./operators.ts";

type Node = Parameters<Parameters<typeof forEachChild>[1]>[0];
type Word = Extract<CommandArgument | Redirection, { type: "Word" }>;

/** Where something stands in the script. */
interface Span {
  readonly pos: number;
  readonly end: number;
}

/** Every edit that makes a fault of the script; none where it cannot be parsed. */
export function shellEdits(text: string): readonly Edit[] {
  const script = parse(text);
  if ((script.errors ?? []).length > 0) return [];
  const edits: Edit[] = [];
  const conditions = new Set<Node>();
  const visit = (node: Node, statement: Span, around: Span | null): void => {
    const within = { from: statement.pos, to: statement.end };
    const body = around === null ? null : { from: around.pos, to: around.end };
    edits.push(...editsAt(node, text).map((edit) => ({ ...edit, within, own: within, body })));
    if ("clause" in node) conditions.add(node.clause);
    const holds = node.type === "Script" || (node.type === "CompoundList" && !conditions.has(node));
    const inner = node.type === "Function" ? node : around;
    forEachChild(node, (child) => visit(child, holds ? child : statement, inner));
  };
  visit(script, script, null);
  return edits;
}

function editsAt(node: Node, text: string): readonly BareEdit[] {
  switch (node.type) {
    case "AndOr":
      return node.operators.flatMap((operator, index) =>
        between(text, node.commands.slice(index, index + 2), operator),
      );
    case "TestLogical":
      return node.operands.flatMap((_, index) => between(text, node.operands.slice(index, index + 2), node.operator));
    case "ArithmeticBinary":
    case "TestBinary":
      return between(text, [node.left, node.right], node.operator);
    case "If":
    case "Elif":
      return negated(node.clause, text);
    case "Command":
      return commandEdits(node);
    default:
      return [];
  }
}

const TESTED: Readonly<Record<string, FaultyText>> = {
  "-eq": { gross: "-ne" },
  "-ne": { gross: "-eq" },
  "-lt": { gross: "-ge", fine: "-le" },
  "-le": { gross: "-gt", fine: "-lt" },
  "-gt": { gross: "-le", fine: "-ge" },
  "-ge": { gross: "-lt", fine: "-gt" },
  "-z": { gross: "-n" },
  "-n": { gross: "-z" },
  "=": { gross: "!=" },
};

function replaced(operator: string): FaultyText | null {
  return (Object.hasOwn(TESTED, operator) ? TESTED[operator] : undefined) ?? replacedOperator(operator, true);
}

/** The operator between two sides; the parser does not say where it stands. */
function between(text: string, [left, right]: readonly Span[], operator: string): readonly BareEdit[] {
  if (left === undefined || right === undefined) return [];
  const from = text.indexOf(operator, left.end);
  const replacement = replaced(operator);
  if (replacement === null || from === -1 || from >= right.pos) return [];
  return [{ from, to: from + operator.length, ...replacement }];
}

function negated({ pos, end }: Span, text: string): readonly BareEdit[] {
  return [{ from: pos, to: end, gross: `! { ${text.slice(pos, end)}; }` }];
}

function commandEdits({ name, suffix }: Extract<Node, { type: "Command" }>): readonly BareEdit[] {
  const called = name?.value ?? "";
  const words = suffix.flatMap((one): readonly Word[] => (one.type === "Word" ? [one] : []));
  if (called === "[" || called === "test") return words.flatMap((word) => instead(word, replaced(word.text)));
  if (called === "return" || called === "exit")
    return words.flatMap((word) => instead(word, /^\d+$/.test(word.text) ? replacedLiteral(word.text) : null));
  if (called !== "echo" && called !== "printf") return [];
  return words.flatMap((word) => instead(word, /^["']/.test(word.text) ? replacedLiteral(word.text) : null));
}

function instead({ pos, end }: Word, replacement: FaultyText | null): readonly BareEdit[] {
  return replacement === null ? [] : [{ from: pos, to: end, ...replacement }];
}
