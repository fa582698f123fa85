/** Finds the functions with a name in a file of the house, and plants in one of them that it does nothing, or says the opposite. */
import ts from "typescript";
import { IN_TEST } from "./in-test.ts";

/**
 * A function with a body. `place`: its name, and where its body begins, of which there is one in the house. `from`, `to`: offsets of the body.
 * `isYesNo`: it gives true or false.
 */
export interface NamedFunction {
  readonly name: string;
  readonly place: string;
  readonly from: number;
  readonly to: number;
  readonly isBlock: boolean;
  readonly isYesNo: boolean;
}

const YES_NO_TYPE = /^boolean$|^\w+ is /;
const YES_NO_NAME = /^(?:is|has|may|can|needs)[A-Z]/;

/** All functions of a file that have a name: declared, held by a constant, or members of an object or a class; in the order of the text. */
export function functionsIn(path: string, text: string): readonly NamedFunction[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const found: NamedFunction[] = [];
  const visit = (node: ts.Node): void => {
    const one = ts.isFunctionLike(node) ? namedFunction(source, node) : null;
    if (one !== null) found.push(one);
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return found;
}

function namedFunction(source: ts.SourceFile, node: ts.SignatureDeclaration): NamedFunction | null {
  const name = nameOf(source, node);
  const body = "body" in node ? node.body : undefined;
  if (name === null || body === undefined || ts.isConstructorDeclaration(node)) return null;
  const isBlock = ts.isBlock(body);
  const given = node.type?.getText(source);
  const isYesNo = given === undefined ? YES_NO_NAME.test(name) : YES_NO_TYPE.test(given);
  const from = body.getStart(source);
  const { line, character } = source.getLineAndCharacterOfPosition(from);
  const place = `${name} of ${source.fileName}:${line + 1}:${character}`;
  return { name, place, from, to: body.end, isBlock, isYesNo };
}

/** Its own name, or that of the constant or the member that holds it, by itself or, outside of all functions, within an expression. */
function nameOf(source: ts.SourceFile, node: ts.SignatureDeclaration): string | null {
  const holder = isHolder(node.parent) ? node.parent : holderOf(node);
  return (node.name ?? holder?.name)?.getText(source) ?? null;
}

type Holder = ts.VariableDeclaration | ts.PropertyAssignment;

const isHolder = (node: ts.Node): node is Holder => ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);

/** The nearest holder around a node that is in no function. */
function holderOf(node: ts.Node): Holder | null {
  let nearest: Holder | null = null;
  for (let above = node.parent; !ts.isSourceFile(above); above = above.parent) {
    if (ts.isFunctionLike(above)) return null;
    if (nearest === null && isHolder(above)) nearest = above;
  }
  return nearest;
}

/** What a function does with the fault, in words. */
export const doesWith = ({ isYesNo }: NamedFunction): string => (isYesNo ? "says the opposite" : "gives nothing");

/** The text with the fault in one function, while a test runs. Its types need not fit: nothing that runs tests looks at them. */
export function withFault(text: string, one: NamedFunction): string {
  const body = text.slice(one.from, one.to);
  return `${text.slice(0, one.from)}${bodyWithFault(body, one)}${text.slice(one.to)}`;
}

function bodyWithFault(body: string, { isBlock, isYesNo }: NamedFunction): string {
  if (isYesNo && isBlock) return `{ const own = (() => ${body})(); return ${IN_TEST} ? !own : own; }`;
  if (isYesNo) return `(${IN_TEST} ? !(${body}) : (${body}))`;
  return isBlock ? `{ if (${IN_TEST}) return undefined; ${body.slice(1)}` : `(${IN_TEST} ? undefined : (${body}))`;
}

/** The text with a statement at the beginning of each function. `statement`: made for a function. */
export function withStatements(text: string, all: readonly NamedFunction[], statement: (one: NamedFunction) => string): string {
  const edits = all.flatMap((one) =>
    one.isBlock
      ? [{ at: one.from + 1, text: ` ${statement(one)} ` }]
      : [
          { at: one.from, text: `{ ${statement(one)} return (` },
          { at: one.to, text: "); }" },
        ],
  );
  // Two functions that end at one place: the inner one, which comes later in the text, is closed first.
  return edits
    .map((edit, order) => ({ ...edit, order }))
    .sort((a, b) => b.at - a.at || a.order - b.order)
    .reduce((whole, edit) => `${whole.slice(0, edit.at)}${edit.text}${whole.slice(edit.at)}`, text);
}
