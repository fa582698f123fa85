/**
 * Parses a YAML file of the repository strictly by a schema: the error names the line of every mistake and what to do.
 */
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";
import type * as z from "zod";
import { meantKey } from "./meant-key.ts";

/** A file, its schema, and a sentence of help for its author. */
export interface YamlFile<S extends z.ZodType> {
  readonly file: string;
  readonly text: string;
  readonly schema: S;
  readonly help: string;
}

/** The most characters of such a file: a hundred times what one needs. */
const LONGEST = 65_536;

/** Without zod's code generation: for a file that is parsed once it takes longer than it saves. */
const ONCE = { jitless: true };

/**
 * Parses the file. Throws an `Error` with one line `file:line: what, and what to do` for every mistake: text that is
 * not YAML, an alias, a key twice, an unknown key, a value that does not fit; and for a file that is too long.
 */
export function readYaml<S extends z.ZodType>({ file, text, schema, help }: YamlFile<S>): z.output<S> {
  if (text.length > LONGEST)
    throw new Error(`${file}:1: it has ${text.length} characters, and ${LONGEST} are read: make it shorter. ${help}`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const complain = (mistakes: readonly Mistake[]): Error => {
    const messages = mistakes.map(
      ({ offset, message }) => `${file}:${Math.max(1, lines.linePos(offset).line)}: ${message}`,
    );
    return new Error([...messages, `Correct it and start again. ${help}`].join("\n"));
  };
  const broken = [...document.errors, ...document.warnings].map(({ pos, message }) => ({ offset: pos[0], message }));
  if (broken.length > 0) throw complain(broken);
  const aliases = aliasesOf(document);
  if (aliases.length > 0) throw complain(aliases);
  const read = schema.safeParse(document.toJS(), ONCE);
  if (read.success) return read.data;
  throw complain(read.error.issues.flatMap((issue) => explain(document, schema, issue)));
}

/** The value of a YAML file of other people's; null where it cannot be read, or where aliases would make it huge. */
export function looseYaml(text: string): unknown {
  const document = parseDocument(text.slice(0, LONGEST), { logLevel: "silent" });
  if (document.errors.length > 0) return null;
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}

interface Mistake {
  readonly offset: number;
  readonly message: string;
}

/** Aliases can make a short file huge, and no file of ours needs them. */
function aliasesOf(document: Document): readonly Mistake[] {
  const found: Mistake[] = [];
  visit(document, {
    Alias: (_key, node) => {
      found.push({ offset: node.range?.[0] ?? 0, message: `write the value out instead of the alias *${node.source}` });
    },
  });
  return found;
}

function explain(document: Document, schema: z.ZodType, issue: z.core.$ZodIssue): readonly Mistake[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const meant = meantKey(schema, issue.path, key);
      const cure = meant === null ? "; remove it" : `; did you mean ${meant}?`;
      return {
        offset: keyAt(document, issue.path, key),
        message: `unknown key ${nameOf([...issue.path, key])}${cure}`,
      };
    });
  return [{ offset: valueAt(document, issue.path), message: `${nameOf(issue.path)}: ${issue.message}` }];
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "the file" : path.map(String).join(".");
}

function keyAt(document: Document, path: readonly PropertyKey[], key: string): number {
  const parent = path.length === 0 ? document.contents : document.getIn(path, true);
  const pair = isMap(parent)
    ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
    : undefined;
  return isNode(pair?.key) ? (pair.key.range?.[0] ?? 0) : valueAt(document, path);
}

/** The position of the value; for a missing one, of the nearest node around it. */
function valueAt(document: Document, path: readonly PropertyKey[]): number {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isNode(node)) return node.range?.[0] ?? 0;
  return path.length === 0 ? 0 : valueAt(document, path.slice(0, -1));
}
