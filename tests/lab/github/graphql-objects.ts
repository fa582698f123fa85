/** What a GraphQL query may ask of a repository here: its id, commits, trees and blobs by their oid, and the commit of a ref. */
import * as z from "zod";
import { BlobAnswer, CommitAnswer } from "./git-object.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import type { Selections } from "./rules/graphql-query.ts";
import { read } from "./thing.ts";

/** A type's name and how its fields come by their values: a plain one, another node, several, or null. */
export interface Node {
  readonly type: string;
  readonly fields: Readonly<Record<string, (given: Given) => Promise<unknown>>>;
}

/** The values of a field's arguments. */
type Given = Readonly<Record<string, unknown>>;

/** GitHub's refusal of a field that a type does not have. */
export class NoSuchField extends Error {}

/** Bytes after which GitHub cuts a blob's text. Nothing in its reference says so; chosen by us after what people report. */
const CUT = 512_000;

const Oid = z.string().regex(/^[0-9a-f]{40}$/);
const RefAnswer = z.object({ object: z.object({ sha: Oid }) });
const TreeAnswer = z.object({ sha: z.string(), tree: z.array(z.object({ path: z.string(), type: z.string(), sha: z.string() })) });

/** The repository as a node. */
export function repositoryNode(lab: Lab, repository: RepositoryOptions, id: string): Node {
  const path = `/repos/${fullName(repository)}/git`;
  const tree = async (oid: string): Promise<Node> => treeNode(TreeAnswer.parse(await read(lab, `${path}/trees/${oid}`)));
  const blob = async (oid: string): Promise<Node> => blobNode(oid, BlobAnswer.parse(await read(lab, `${path}/blobs/${oid}`)));
  const entry = async (type: string, oid: string): Promise<Node | null> => {
    if (type === "tree") return tree(oid);
    return type === "blob" ? blob(oid) : null;
  };
  const treeNode = ({ sha, tree: entries }: z.infer<typeof TreeAnswer>): Node => ({
    type: "Tree",
    fields: {
      oid: async () => sha,
      entries: async () =>
        entries.map(({ path: name, type, sha: oid }) => ({
          type: "TreeEntry",
          fields: {
            name: async () => name,
            oid: async () => oid,
            object: () => entry(type, oid),
          },
        })),
    },
  });
  const entryAt = async (root: string, [first = "", ...rest]: readonly string[]): Promise<Node | null> => {
    const { tree: entries } = TreeAnswer.parse(await read(lab, `${path}/trees/${root}`));
    const found = entries.find(({ path: name }) => name === first);
    if (found === undefined) return null;
    return rest.length > 0 ? entryAt(found.sha, rest) : { type: "TreeEntry", fields: { object: () => entry(found.type, found.sha) } };
  };
  const object = async ({ oid }: Given): Promise<Node | null> => {
    const sha = Oid.parse(oid);
    const commit = CommitAnswer.safeParse(await read(lab, `${path}/commits/${sha}`));
    if (commit.success) {
      const root = commit.data.tree.sha;
      const file = ({ path: at }: Given): Promise<Node | null> => entryAt(root, z.string().parse(at).split("/"));
      return { type: "Commit", fields: { oid: async () => sha, tree: () => tree(root), file } };
    }
    const found = TreeAnswer.safeParse(await read(lab, `${path}/trees/${sha}`));
    if (found.success) return treeNode(found.data);
    const content = BlobAnswer.safeParse(await read(lab, `${path}/blobs/${sha}`));
    return content.success ? blobNode(sha, content.data) : null;
  };
  const ref = async ({ qualifiedName }: Given): Promise<Node | null> => {
    const name = z.string().startsWith("refs/").parse(qualifiedName);
    const found = RefAnswer.safeParse(await read(lab, `${path}/ref/${encodeURIComponent(name.slice(5))}`));
    const target = found.success ? await object({ oid: found.data.object.sha }) : null;
    return target === null ? null : { type: "Ref", fields: { name: async () => name, target: async () => target } };
  };
  const refs = async ({ refPrefix, query, first }: Given): Promise<Node> => refsNode(await refsOf(lab, path, refPrefix), query, first);
  return { type: "Repository", fields: { id: async () => id, object, ref, refs } };
}

/** Names of refs below a folder, without it. */
async function refsOf(lab: Lab, path: string, refPrefix: unknown): Promise<readonly string[]> {
  const prefix = z.string().startsWith("refs/").endsWith("/").parse(refPrefix);
  const found = z.array(z.object({ ref: z.string() })).parse(await read(lab, `${path}/matching-refs/${prefix.slice(5)}`));
  return found.map(({ ref }) => ref.slice(prefix.length));
}

/** A page of those whose names hold the query somewhere, as on GitHub. */
function refsNode(names: readonly string[], query: unknown, first: unknown): Node {
  const found = names.filter((name) => name.includes(z.string().parse(query)));
  const page = found.slice(0, z.int().max(100).parse(first));
  const pageInfo: Node = { type: "PageInfo", fields: { hasNextPage: async () => found.length > page.length } };
  const nodes = page.map((name): Node => ({ type: "Ref", fields: { name: async () => name } }));
  return { type: "RefConnection", fields: { nodes: async () => nodes, pageInfo: async () => pageInfo } };
}

/** GitHub shows no text of what it holds for binary. */
function blobNode(oid: string, { content }: z.infer<typeof BlobAnswer>): Node {
  const bytes = Buffer.from(content, "base64");
  const binary = bytes.includes(0);
  return {
    type: "Blob",
    fields: {
      oid: async () => oid,
      byteSize: async () => bytes.length,
      isBinary: async () => binary,
      isTruncated: async () => bytes.length > CUT,
      text: async () => (binary ? null : bytes.subarray(0, CUT).toString()),
    },
  };
}

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
    const given = Object.fromEntries(Object.entries(one.arguments).map(([name, variable]) => [name, variables[variable]]));
    answer[one.as] = await resolved(await field(given), one.fields, variables);
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
