/** The product's files as text, and the rules of the house that only read: each gives the faults it finds, so that a test can plant one. */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript";
import { ROOT, sourceFiles } from "./tools.ts";

/** A file of the product: its path from the root, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** All source files of the product. */
export function product(): readonly Source[] {
  return sourcesIn("src", "action", "bot");
}

/** All source files below some folders of the house. */
export function sourcesIn(...folders: readonly string[]): readonly Source[] {
  return folders.flatMap(sourceFiles).map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

/** The floor that a path lies on: `src/core`, `action`. */
function floorOf(path: string): string {
  return path.split("/", path.startsWith("src/") ? 2 : 1).join("/");
}

/** The names that a file exports, once each: a schema and its type are one. */
export function exportsOf({ path, text }: Source): readonly string[] {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const exported = statements.filter(
    (one) => ts.canHaveModifiers(one) && ts.getModifiers(one)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
  return [...new Set(exported.flatMap(namesIn))];
}

function namesIn(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText());
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  return (isNamed || ts.isClassDeclaration(statement)) && statement.name !== undefined ? [statement.name.text] : [];
}

/** Each comment of a file with the line that it begins in, counted from 1. */
export function commentsOf({ path, text }: Source): readonly { readonly line: number; readonly text: string }[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, string>();
  const take = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) found.set(pos, text.slice(pos, end));
  };
  const visit = (node: ts.Node): void => {
    take(ts.getLeadingCommentRanges(text, node.getFullStart()));
    take(ts.getTrailingCommentRanges(text, node.getEnd()));
    ts.forEachChild(node, visit);
  };
  visit(file);
  take(ts.getLeadingCommentRanges(text, file.endOfFileToken.getFullStart()));
  return [...found].map(([pos, comment]) => ({ line: file.getLineAndCharacterOfPosition(pos).line + 1, text: comment }));
}

/** Names that stand twice: `key name: the paths`. */
function twice(all: readonly (readonly [key: string, path: string])[], excused: ReadonlySet<string>): readonly string[] {
  const places = new Map<string, string[]>();
  for (const [key, path] of all) places.set(key, [...(places.get(key) ?? []), path]);
  const doubled = [...places].filter(([key, paths]) => paths.length > 1 && !excused.has(key.slice(key.indexOf(" ") + 1)));
  return doubled.map(([key, paths]) => `${key}: ${paths.join(", ")}`);
}

/** Exported names that more than one file of a floor has. `excused`: names that may. */
export function doubledExports(sources: readonly Source[], excused: ReadonlySet<string>): readonly string[] {
  return twice(
    sources.flatMap((source) => exportsOf(source).map((name) => [`${floorOf(source.path)} ${name}`, source.path] as const)),
    excused,
  );
}

/** Base names that more than one file of a floor has. */
export function doubledFiles(sources: readonly Source[], excused: ReadonlySet<string>): readonly string[] {
  return twice(
    sources.map(({ path }) => [`${floorOf(path)} ${basename(path)}`, path] as const),
    excused,
  );
}

/** Folders with more files than `most`. */
export function fullFolders(sources: readonly Source[], most: number, lists: ReadonlySet<string>): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([folder, count]) => count > most && !lists.has(folder)).map(([folder, count]) => `${folder}: ${count} files`);
}

/** Lines longer than `most` columns. */
export function wideLines(sources: readonly Source[], most: number): readonly string[] {
  return sources.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (line.length > most ? [`${path}:${index + 1}: ${line.length} columns`] : [])),
  );
}

/** Files with more lines than `most`. */
export function longFiles(sources: readonly Source[], most: number): readonly string[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.split("\n").length - 1;
    return lines > most ? [`${path}: ${lines} lines`] : [];
  });
}
