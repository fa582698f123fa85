/** What a text in GraphQL's language asks for: one query, its fields with their arguments, inline fragments. */
import {
  type ArgumentNode,
  GraphQLError,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from "graphql";

/** A field, with the name that its answer is to have, or with `on` an inline fragment for objects of that type. */
export type Selection =
  | {
      readonly kind: "field";
      readonly as: string;
      readonly name: string;
      readonly arguments: readonly ArgumentNode[];
      readonly fields: Selections;
    }
  | { readonly kind: "fragment"; readonly on: string; readonly fields: Selections };
export type Selections = readonly Selection[];

/** The selections of a query; null for a text that is none, for more than one, and for a fragment by name, which is not known here. */
export function queryOf(text: string): Selections | null {
  const operation = operationOf(text);
  return operation?.operation === "query" ? selectionsOf(operation.selectionSet) : null;
}

/** What the arguments of a field are, those by a variable as it is given. */
export function valuesOf(given: readonly ArgumentNode[], variables: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]));
}

function operationOf(text: string): OperationDefinitionNode | null {
  try {
    const { definitions } = parse(text, { noLocation: true });
    const [first] = definitions;
    return definitions.length === 1 && first?.kind === "OperationDefinition" ? first : null;
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/** Null where one of them is not known here. */
function selectionsOf(set: SelectionSetNode | undefined): Selections | null {
  const read = set?.selections.map(selectionOf) ?? [];
  const known = read.flatMap((one) => one ?? []);
  return known.length === read.length ? known : null;
}

function selectionOf(node: SelectionNode): Selection | null {
  if (node.kind === "FragmentSpread") return null;
  const fields = selectionsOf(node.selectionSet);
  if (fields === null) return null;
  if (node.kind === "InlineFragment") {
    const on = node.typeCondition?.name.value;
    return on === undefined ? null : { kind: "fragment", on, fields };
  }
  const name = node.name.value;
  return { kind: "field", as: node.alias?.value ?? name, name, arguments: node.arguments ?? [], fields };
}
