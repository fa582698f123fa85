/** Reads with one request what a run starts from: the base, its configuration, and the existing branches. */
import * as z from "zod";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { type BaseOfRun, readBaseOfRun } from "#adapters/github/trees/reading-workspace.ts";
import { CONFIG_FILE } from "#core/config/config.ts";
import { branchesFrom } from "./matching-refs.ts";

/** `config`: the text of the configuration file; null where there is none, or where GitHub does not show it. */
export interface RunStartFacts {
  readonly base: BaseOfRun;
  readonly config: string | null;
  /** Names of the branches that begin with the prefix. */
  readonly branches: readonly string[];
}

const PARAMETERS =
  "$owner: String!, $name: String!, $ref: String!, $path: String!, $folder: String!, $rest: String!, $most: Int!";
const BASE_COMMIT = "oid ... on Commit { tree { oid } file(path: $path) { object { ... on Blob { text } } } }";
const OPENING = `query Opening(${PARAMETERS}) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) { target { ${BASE_COMMIT} } }
    refs(refPrefix: $folder, query: $rest, first: $most) { nodes { name } pageInfo { hasNextPage } }
  }
}`;

const Shown = z.object({
  repository: z.object({
    ref: z.object({
      target: z.object({
        oid: z.string(),
        tree: z.object({ oid: z.string() }),
        file: z.object({ object: z.object({ text: z.string().nullish() }) }).nullable(),
      }),
    }),
    refs: z.object({
      nodes: z.array(z.object({ name: z.string() })),
      pageInfo: z.object({ hasNextPage: z.literal(false) }),
    }),
  }),
});

/** Branches of one issue that GraphQL returns at once. */
const MOST = 100;

/**
 * `prefix`: of branches, with one slash. One request; more where GraphQL does not return everything, and those report
 * what is wrong. Throws `Failure`.
 */
export async function readRunStartFacts(
  api: Api,
  place: RepositoryLocation,
  { branch, prefix }: { branch: string; prefix: string },
): Promise<RunStartFacts> {
  const cut = prefix.lastIndexOf("/") + 1;
  const [folder, rest] = [`refs/heads/${prefix.slice(0, cut)}`, prefix.slice(cut)];
  const at = {
    owner: place.owner,
    name: place.repo,
    ref: `refs/heads/${branch}`,
    path: CONFIG_FILE,
    folder,
    rest,
    most: MOST,
  };
  const shown = Shown.safeParse(await askGitHub(() => api.graphql(OPENING, at)));
  if (!shown.success)
    return {
      base: await readBaseOfRun(api, place, branch),
      config: null,
      branches: await branchesFrom(api, place, prefix),
    };
  const { ref, refs } = shown.data.repository;
  const { oid: commit, tree, file } = ref.target;
  // GitHub matches the rest anywhere in a name.
  const branches = refs.nodes
    .map(({ name }) => `${prefix.slice(0, cut)}${name}`)
    .filter((name) => name.startsWith(prefix));
  return { base: { branch, commit, tree: tree.oid }, config: file?.object.text ?? null, branches };
}
