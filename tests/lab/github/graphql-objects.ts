/** What a GraphQL query may ask of a repository here: its id, commits, trees and blobs by their oid, the commit of a ref, its lists. */
import * as z from "zod";
import { BlobAnswer, CommitAnswer } from "./git-object.ts";
import { connectionOf, type Given, type Node } from "./graphql-answer.ts";
import { historyNode, listsOf } from "./graphql-lists.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { read } from "./thing.ts";

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
      const history = (given: Given): Promise<Node> => historyNode(lab, repository, sha, given);
      return { type: "Commit", fields: { oid: async () => sha, tree: () => tree(root), file, history } };
    }
    const found = TreeAnswer.safeParse(await read(lab, `${path}/trees/${sha}`));
    if (found.success) return treeNode(found.data);
    const content = BlobAnswer.safeParse(await read(lab, `${path}/blobs/${sha}`));
    return content.success ? blobNode(sha, content.data) : null;
  };
  const ref = async ({ qualifiedName }: Given): Promise<Node | null> => {
    // A branch may be named without what stands before its name.
    const name = z
      .string()
      .parse(qualifiedName)
      .replace(/^(?!refs\/)/, "refs/heads/");
    const found = RefAnswer.safeParse(await read(lab, `${path}/ref/${encodeURIComponent(name.slice(5))}`));
    const target = found.success ? await object({ oid: found.data.object.sha }) : null;
    return target === null ? null : { type: "Ref", fields: { name: async () => name, target: async () => target } };
  };
  const refs = async (given: Given): Promise<Node> => refsNode(await refsOf(lab, path, given["refPrefix"]), given);
  return { type: "Repository", fields: { id: async () => id, object, ref, refs, ...listsOf(lab, repository) } };
}

/** Names of refs below a folder, without it. */
async function refsOf(lab: Lab, path: string, refPrefix: unknown): Promise<readonly string[]> {
  const prefix = z.string().startsWith("refs/").endsWith("/").parse(refPrefix);
  const found = z.array(z.object({ ref: z.string() })).parse(await read(lab, `${path}/matching-refs/${prefix.slice(5)}`));
  return found.map(({ ref }) => ref.slice(prefix.length));
}

/** Those whose names hold the query somewhere, as on GitHub. */
function refsNode(names: readonly string[], given: Given): Node {
  const found = names.filter((name) => name.includes(z.string().parse(given["query"])));
  return connectionOf(
    "RefConnection",
    found.map((name): Node => ({ type: "Ref", fields: { name: async () => name } })),
    given,
  );
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
