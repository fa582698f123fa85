/** Finds the values of a table in a file of the house, and plants in one of them that it is another one. */
import ts from "typescript";

/** A value in a constant that is no function. `now`: what stands there with the fault. `from`, `to`: offsets in the file. */
export interface TableValue {
  readonly place: string;
  readonly does: string;
  readonly from: number;
  readonly to: number;
  readonly now: string;
}

/**
 * The values of the constant that the text from `at` on lies in, those first that are nearest to it, then those in it, `length` characters
 * long, where the row's first fault stands, and sentences last; none where it lies in a function or in no constant.
 */
export function valuesAround(
  path: string,
  text: string,
  { at, length }: { readonly at: number; readonly length: number },
): readonly TableValue[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const constant = source.statements.find((one) => ts.isVariableStatement(one) && one.getStart(source) <= at && at < one.end);
  const found: TableValue[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return;
    const value = valueAt(source, node);
    if (value !== null) found.push(value);
    node.forEachChild(visit);
  };
  if (constant !== undefined) visit(constant);
  const isInside = ({ from, to }: TableValue): boolean => to > at && from < at + length;
  return found.sort(
    (a, b) =>
      Number(isProse(a)) - Number(isProse(b)) || Number(isInside(a)) - Number(isInside(b)) || Math.abs(a.from - at) - Math.abs(b.from - at),
  );
}

/** A sentence can be said in many ways: no claim is about its letters. */
const isProse = ({ now }: TableValue): boolean => now.includes(" ");

function valueAt(source: ts.SourceFile, node: ts.Node): TableValue | null {
  const [from, to] = [node.getStart(source), node.end];
  const { line, character } = source.getLineAndCharacterOfPosition(from);
  const written = node.getText(source);
  const at = (does: string, now: string): TableValue => ({
    place: `${written.slice(0, 40)} of ${source.fileName}:${line + 1}:${character}`,
    does,
    from,
    to,
    now,
  });
  if (ts.isStringLiteral(node) && !isNameOfEntry(node)) return at("is another text", JSON.stringify(`${node.text}x`));
  if (ts.isNumericLiteral(node)) return at("is one more", `${Number(node.text) + 1}`);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return at("is false", "false");
  if (node.kind === ts.SyntaxKind.FalseKeyword) return at("is true", "true");
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.initializer))
    return at("has another name", `another_${written.replace(/\s+/g, "")}`);
  return null;
}

const isNameOfEntry = (node: ts.StringLiteral): boolean => ts.isPropertyAssignment(node.parent) && node.parent.name === node;
