/** Reads the files of one commit of a state ref with one request: its tree is two levels deep and small. */
import * as z from "zod";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { Failure } from "#ports/failure.ts";

const JOURNAL = { service: "journal" } as const;

/** A commit and all its files, by path. */
export interface CommitFiles {
  readonly repositoryId: string;
  readonly commit: string;
  readonly tree: string;
  readonly files: ReadonlyMap<string, string>;
}

const FILES = `... on Commit {
        tree {
          oid
          entries {
            name
            oid
            object {
              ... on Blob { text isTruncated }
              ... on Tree { entries { name oid object { ... on Blob { text isTruncated } } } }
            }
          }
        }
      }`;

const AT_COMMIT = `query Files($owner: String!, $name: String!, $oid: GitObjectID!) {
  repository(owner: $owner, name: $name) { id object(oid: $oid) { ${FILES} } }
}`;

const AT_REF = `query Files($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { id ref(qualifiedName: $ref) { target { oid ${FILES} } } }
}`;

const Blob = z.object({ text: z.string().nullable(), isTruncated: z.boolean() });
const Entry = z.object({ name: z.string(), oid: z.string(), object: Blob });
/** Anything deeper than a folder in the root is not ours: GitHub answers it with an empty object. */
const Folder = z.object({ entries: z.array(z.union([Entry, z.unknown().transform(() => null)])) });
const Root = z.object({
  name: z.string(),
  oid: z.string(),
  object: z.union([Blob, Folder, z.unknown().transform(() => null)]),
});
const Tree = z.object({ oid: z.string(), entries: z.array(Root) });
const Answer = z.object({ repository: z.object({ id: z.string(), object: z.object({ tree: Tree }) }) });
const RefAnswer = z.object({
  repository: z.object({ id: z.string(), ref: z.object({ target: z.object({ oid: z.string(), tree: Tree }) }) }),
});
type Root = z.infer<typeof Root>;

interface ListedFile {
  readonly path: string;
  readonly oid: string;
  /** Null where GitHub cut the text or takes it for binary. */
  readonly text: string | null;
}

/**
 * Reads the files: one GraphQL request, and one more for each file that GitHub cuts (longer than about 512 KB) or takes
 * for binary. A commit never changes, so this is idempotent. Throws `Failure("journal")`.
 */
export async function readCommit(api: Api, place: RepositoryLocation, commit: string): Promise<CommitFiles> {
  const { owner, repo } = place;
  const answer = await askGitHub(() => api.graphql(AT_COMMIT, { owner, name: repo, oid: commit }), JOURNAL);
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) throw unknownForm(place, commit, parsed.error);
  const { id, object } = parsed.data.repository;
  return { repositoryId: id, commit, tree: object.tree.oid, files: await textsIn(api, place, object.tree) };
}

/**
 * The same for the commit that a ref points at, by one request instead of two. Null where GraphQL shows no such ref:
 * that is no proof, because it may not show every namespace; read the ref itself (`readRefTarget`). Throws
 * `Failure("journal")`.
 */
export async function readRef(api: Api, place: RepositoryLocation, ref: string): Promise<CommitFiles | null> {
  const { owner, repo } = place;
  const parsed = RefAnswer.safeParse(await askGitHub(() => api.graphql(AT_REF, { owner, name: repo, ref }), JOURNAL));
  if (!parsed.success) return null;
  const { id, ref: found } = parsed.data.repository;
  const { oid, tree } = found.target;
  return { repositoryId: id, commit: oid, tree: tree.oid, files: await textsIn(api, place, tree) };
}

async function textsIn(
  api: Api,
  place: RepositoryLocation,
  { entries }: z.infer<typeof Tree>,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const { path, oid, text } of entries.flatMap(filesOf))
    files.set(path, text ?? (await readBlob(api, place, oid)));
  return files;
}

/** GraphQL says null where a part of an answer failed, or where a commit is not visible yet. */
function unknownForm({ owner, repo }: RepositoryLocation, commit: string, cause: z.ZodError): Failure {
  const message =
    `GitHub gave no files for the commit ${commit} of ${owner}/${repo}; ` +
    "try again, and if it stays so look at that commit";
  return new Failure("journal", message, { retryable: true, cause });
}

function filesOf({ name, oid, object }: Root): readonly ListedFile[] {
  if (object === null) return [];
  if (!("entries" in object)) return [{ path: name, oid, text: wholeText(object) }];
  return object.entries.flatMap((entry) =>
    entry === null ? [] : [{ path: `${name}/${entry.name}`, oid: entry.oid, text: wholeText(entry.object) }],
  );
}

function wholeText({ text, isTruncated }: z.infer<typeof Blob>): string | null {
  return isTruncated ? null : text;
}

async function readBlob(api: Api, { owner, repo }: RepositoryLocation, file_sha: string): Promise<string> {
  const { data } = await askGitHub(() => api.rest.git.getBlob({ owner, repo, file_sha }), JOURNAL);
  return Buffer.from(data.content, "base64").toString();
}
