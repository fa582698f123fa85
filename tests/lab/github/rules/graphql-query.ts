/** A small part of GraphQL's language: one query, its fields with variables as arguments, inline fragments. */

/** A field, with the name that its answer is to have, or with `on` an inline fragment for objects of that type. */
export type Selection =
  | {
      readonly kind: "field";
      readonly as: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, string>>;
      readonly fields: Selections;
    }
  | { readonly kind: "fragment"; readonly on: string; readonly fields: Selections };
export type Selections = readonly Selection[];

const TOKEN = /\s*(?:,\s*)*([A-Za-z_]\w*|\$\w+|[.]{3}|[{}():!])/y;

/** The selections of a query; null for anything that this part of the language does not have. `arguments` name variables. */
export function queryOf(text: string): Selections | null {
  const tokens = tokensOf(text.trim());
  if (tokens === null) return null;
  try {
    const reader = { tokens: [...tokens] };
    expect(reader, "query");
    skipHead(reader);
    const fields = selections(reader);
    return reader.tokens.length === 0 ? fields : null;
  } catch (error) {
    if (error instanceof Unread) return null;
    throw error;
  }
}

class Unread extends Error {}

interface Reader {
  readonly tokens: string[];
}

function tokensOf(text: string): readonly string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    tokens.push(found[1] ?? "");
    if (TOKEN.lastIndex === text.length) return tokens;
  }
  return null;
}

/** The name and the variables of a query: what they may hold is the resolvers' business. */
function skipHead(reader: Reader): void {
  while (reader.tokens[0] !== "{") take(reader);
}

function selections(reader: Reader): Selections {
  const found: Selection[] = [];
  expect(reader, "{");
  while (reader.tokens[0] !== "}") found.push(selection(reader));
  take(reader);
  return found;
}

function selection(reader: Reader): Selection {
  const first = take(reader);
  if (first === "...") {
    expect(reader, "on");
    return { kind: "fragment", on: name(take(reader)), fields: selections(reader) };
  }
  const own = reader.tokens[0] === ":" ? aliased(reader) : name(first);
  const given = reader.tokens[0] === "(" ? argumentsOf(reader) : {};
  const fields = reader.tokens[0] === "{" ? selections(reader) : [];
  return { kind: "field", as: name(first), name: own, arguments: given, fields };
}

/** The field behind an alias. */
function aliased(reader: Reader): string {
  take(reader);
  return name(take(reader));
}

function argumentsOf(reader: Reader): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  expect(reader, "(");
  while (reader.tokens[0] !== ")") {
    const argument = name(take(reader));
    expect(reader, ":");
    given[argument] = variable(take(reader));
  }
  take(reader);
  return given;
}

function name(token: string): string {
  if (!/^\w+$/.test(token)) throw new Unread(token);
  return token;
}

function variable(token: string): string {
  if (!token.startsWith("$")) throw new Unread(token);
  return token.slice(1);
}

function expect(reader: Reader, wanted: string): void {
  if (take(reader) !== wanted) throw new Unread(wanted);
}

function take({ tokens }: Reader): string {
  const token = tokens.shift();
  if (token === undefined) throw new Unread("the end");
  return token;
}
