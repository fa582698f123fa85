/** What a GraphQL query may ask of the repository: its id, its objects, its refs. A field that a type does not have is refused. */
import * as z from "zod";
import { type Selections, valuesOf } from "../../../lab/github/rules/graphql-query.ts";
import { type Entry, FOLDER } from "./objects.ts";
import { refAt } from "./refs.ts";
import { REPOSITORY_NODE } from "./shown.ts";
import type { State } from "./state.ts";
import { entryAt } from "./trees.ts";

type Given = Readonly<Record<string, unknown>>;

/** A type's name and how its fields come by their values: a plain one, another node, several, or null. */
export interface Node {
  readonly type: string;
  readonly fields: Readonly<Record<string, (given: Given) => unknown>>;
}

/** GitHub's refusal of a field that a type does not have. */
export class NoSuchField extends Error {}

/** Bytes after which GitHub cuts a blob's text. Nothing in its reference says so; as the loopback GitHub has it. */
const CUT = 512_000;

const Text = z.string();

/** The repository as a node. `asOf`: as in `Call`. */
export function repositoryNode(state: State, asOf: number | null): Node {
  return {
    type: "Repository",
    fields: {
      id: () => REPOSITORY_NODE,
      object: ({ oid }) => objectNode(state, Text.parse(oid)),
      ref: ({ qualifiedName }) => refNode(state, Text.startsWith("refs/").parse(qualifiedName)),
      refs: (given) => refsNode(state, given, asOf),
    },
  };
}

function refNode(state: State, name: string): Node | null {
  const sha = refAt(state, name);
  return sha === null ? null : { type: "Ref", fields: { name: () => name, target: () => objectNode(state, sha) } };
}

/** A page of those below a folder whose names hold the query somewhere, as on GitHub. */
function refsNode(state: State, { refPrefix, query, first }: Given, asOf: number | null): Node {
  const prefix = Text.startsWith("refs/").endsWith("/").parse(refPrefix);
  const part = Text.parse(query);
  const below = state.refs.values(asOf).filter(({ name }) => name.startsWith(prefix));
  const names = below.map(({ name }) => name.slice(prefix.length)).filter((name) => name.includes(part));
  const page = names.sort().slice(0, z.int().max(100).parse(first));
  return {
    type: "RefConnection",
    fields: {
      nodes: () => page.map((name): Node => ({ type: "Ref", fields: { name: () => name } })),
      pageInfo: (): Node => ({ type: "PageInfo", fields: { hasNextPage: () => names.length > page.length } }),
    },
  };
}

function objectNode(state: State, oid: string): Node | null {
  const { objects } = state;
  const commit = objects.commit(oid);
  if (commit !== undefined) {
    const file = ({ path }: Given): Node | null => {
      const entry = entryAt(objects, commit.tree, Text.parse(path));
      return entry === undefined ? null : entryNode(state, "", entry);
    };
    return { type: "Commit", fields: { oid: () => oid, tree: () => objectNode(state, commit.tree), file } };
  }
  const tree = objects.tree(oid);
  if (tree === undefined) return blobNode(oid, objects.blob(oid));
  const entries = (): readonly Node[] => [...tree].map(([name, entry]) => entryNode(state, name, entry));
  return { type: "Tree", fields: { oid: () => oid, entries } };
}

function entryNode(state: State, name: string, { mode, sha }: Entry): Node {
  const type = mode === FOLDER ? "tree" : "blob";
  return { type: "TreeEntry", fields: { name: () => name, oid: () => sha, type: () => type, object: () => objectNode(state, sha) } };
}

/** GitHub shows no text of what it holds for binary. */
function blobNode(oid: string, content: Buffer | undefined): Node | null {
  if (content === undefined) return null;
  const binary = content.includes(0);
  return {
    type: "Blob",
    fields: {
      oid: () => oid,
      byteSize: () => content.length,
      isBinary: () => binary,
      isTruncated: () => content.length > CUT,
      text: () => (binary ? null : content.subarray(0, CUT).toString()),
    },
  };
}

/** The answer to the selections of one node. Throws `NoSuchField`. */
export function answerFor(node: Node, asked: Selections, variables: Given): Readonly<Record<string, unknown>> {
  const answer: Record<string, unknown> = {};
  for (const one of asked) {
    if (one.kind === "fragment") {
      if (one.on === node.type) Object.assign(answer, answerFor(node, one.fields, variables));
      continue;
    }
    const field = Object.hasOwn(node.fields, one.name) ? node.fields[one.name] : undefined;
    if (field === undefined) throw new NoSuchField(`Field '${one.name}' doesn't exist on type '${node.type}'`);
    answer[one.as] = resolved(field(valuesOf(one.arguments, variables)), one.fields, variables);
  }
  return answer;
}

function resolved(value: unknown, asked: Selections, variables: Given): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, asked, variables));
  return isNode(value) ? answerFor(value, asked, variables) : value;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "fields" in value;
}
