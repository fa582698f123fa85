/** Moves several refs of a repository at once, through GraphQL. */
import * as z from "zod";
import { type Api, NO_RETRY, type RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { JOURNAL } from "./refs.ts";

/** One ref of a transaction. null = it does not exist. */
export interface RefMove {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

const MOVE = "mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
const ZEROS = "0".repeat(40);

/**
 * Moves all or none, forward only. Throws the client's error; whether it took effect is then unknown. The client never
 * repeats it.
 */
export async function moveRefs(api: Api, repositoryId: string, moves: readonly RefMove[]): Promise<void> {
  const refUpdates = moves.map(({ name, before, after }) => ({
    name,
    beforeOid: before ?? ZEROS,
    afterOid: after ?? ZEROS,
  }));
  await api.graphql(MOVE, { input: { repositoryId, refUpdates }, ...NO_RETRY });
}

const Identified = z.object({ repository: z.object({ id: z.string() }) });
const ID = "query Id($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }";

/** The repository's node id, which `updateRefs` needs. Throws `Failure("journal")`. */
export async function readRepositoryId(api: Api, { owner, repo }: RepositoryLocation): Promise<string> {
  return Identified.parse(await askGitHub(() => api.graphql(ID, { owner, name: repo }), JOURNAL)).repository.id;
}
