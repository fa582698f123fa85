/** How the answer to a GraphQL query comes about: nodes by the fields that are asked of them, and pages of nodes. */
import * as z from "zod";
import { type Selections, valuesOf } from "./rules/graphql-query.ts";

/** A type's name and how its fields come by their values: a plain one, another node, several, or null. */
export interface Node {
  readonly type: string;
  readonly fields: Readonly<Record<string, (given: Given) => Promise<unknown>>>;
}

/** The values of a field's arguments. */
export type Given = Readonly<Record<string, unknown>>;

/** A node whose fields have these values, whatever they are asked with. */
export function nodeOf(type: string, values: Readonly<Record<string, unknown>>): Node {
  return { type, fields: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, async () => value])) };
}

/** GitHub's refusal of a field that a type does not have. */
export class NoSuchField extends Error {}

/** The answer to the selections of one node. Throws `NoSuchField`. */
export async function answerFor({ type, fields }: Node, asked: Selections, variables: Given): Promise<Readonly<Record<string, unknown>>> {
  const answer: Record<string, unknown> = {};
  for (const one of asked) {
    if (one.kind === "fragment") {
      if (one.on === type) Object.assign(answer, await answerFor({ type, fields }, one.fields, variables));
      continue;
    }
    const field = Object.hasOwn(fields, one.name) ? fields[one.name] : undefined;
    if (field === undefined) throw new NoSuchField(`Field '${one.name}' doesn't exist on type '${type}'`);
    answer[one.as] = await resolved(await field(valuesOf(one.arguments, variables)), one.fields, variables);
  }
  return answer;
}

async function resolved(value: unknown, asked: Selections, variables: Given): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => resolved(one, asked, variables)));
  return isNode(value) ? answerFor(value, asked, variables) : value;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "fields" in value;
}

const Page = z.object({ first: z.int().max(100), after: z.string().nullish() });

/** A page of a list, of the type of such pages. A cursor is the place of what stands before the next page. */
export function connectionOf(type: string, nodes: readonly Node[], given: Given): Node {
  const { first, after } = Page.parse(given);
  const from = after == null ? 0 : Number(after) + 1;
  const page = nodes.slice(from, from + first);
  const last = from + page.length - 1;
  const endCursor = page.length === 0 ? null : String(last);
  return nodeOf(type, { nodes: page, pageInfo: nodeOf("PageInfo", { hasNextPage: nodes.length > last + 1, endCursor }) });
}
