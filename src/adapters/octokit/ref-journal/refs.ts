/** Refs of any namespace, as GitHub's git-data API shows them and as GraphQL moves several at once (F23). */
import * as z from "zod";
import { type Api, ONCE, type Place } from "../api.ts";
import { ask, askForSome, failureOf } from "../errors.ts";
import { refusalOf } from "../refusal.ts";

const JOURNAL = { service: "journal" } as const;

/** What a look at a ref found. `same`: it is as it was when GitHub gave the `etag`. */
export type Found =
  | { readonly kind: "same" }
  | { readonly kind: "missing" }
  | { readonly kind: "at"; readonly sha: string; readonly etag: string | null };

/** Looks at `refs/…`; with an `etag` as a conditional request, which costs nothing when nothing moved. Throws `Failure("journal")`. */
export async function lookAt(api: Api, { owner, repo }: Place, name: string, etag: string | null): Promise<Found> {
  try {
    const { data, headers } = await api.rest.git.getRef({
      owner,
      repo,
      ref: name.replace(/^refs\//, ""),
      ...(etag !== null && { headers: { "if-none-match": etag } }),
    });
    return { kind: "at", sha: data.object.sha, etag: headers.etag ?? null };
  } catch (error) {
    const status = refusalOf(error)?.status;
    if (status === 304) return { kind: "same" };
    if (status === 404) return { kind: "missing" };
    throw failureOf(error, JOURNAL);
  }
}

/** Where a ref points now; null when there is none. Throws `Failure("journal")`. */
export async function whereIs(api: Api, place: Place, name: string): Promise<string | null> {
  const found = await lookAt(api, place, name, null);
  return found.kind === "at" ? found.sha : null;
}

/** One ref of a transaction. null = it is not there. */
export interface RefMove {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

const MOVE = "mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
const ZEROS = "0".repeat(40);

/** Moves all or none, forward only. Throws what the client throws; whether it took effect is then not known. Never repeated by the client. */
export async function moveRefs(api: Api, repositoryId: string, moves: readonly RefMove[]): Promise<void> {
  const refUpdates = moves.map(({ name, before, after }) => ({ name, beforeOid: before ?? ZEROS, afterOid: after ?? ZEROS }));
  await api.graphql(MOVE, { input: { repositoryId, refUpdates }, ...ONCE });
}

/** Whether `commit` is `head` or one of its ancestors. Throws `Failure("journal")`. */
export async function isIn(api: Api, { owner, repo }: Place, commit: string, head: string): Promise<boolean> {
  if (commit === head) return true;
  const basehead = `${commit}...${head}`;
  const compared = await askForSome(() => api.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 }), JOURNAL);
  return compared?.data.status === "ahead";
}

const Identified = z.object({ repository: z.object({ id: z.string() }) });
const ID = "query Id($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }";

/** The repository's node id, which `updateRefs` asks for. Throws `Failure("journal")`. */
export async function nodeId(api: Api, { owner, repo }: Place): Promise<string> {
  return Identified.parse(await ask(() => api.graphql(ID, { owner, name: repo }), JOURNAL)).repository.id;
}
