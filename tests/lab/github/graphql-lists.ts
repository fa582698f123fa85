/** Lists that a GraphQL query may ask of a repository: its pull requests, its releases, the history of a commit. */
import * as z from "zod";
import { connectionOf, type Given, type Node } from "./graphql-answer.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { filesOf, Pull, read, refOf } from "./thing.ts";

const Listed = Pull.extend({ merged_at: z.string().nullish(), merge_commit_sha: z.string().nullish() });
type Listed = z.infer<typeof Listed>;
const Release = z.object({
  name: z.string().nullable(),
  tag_name: z.string(),
  html_url: z.string(),
  body: z.string().nullable(),
  draft: z.boolean(),
});
const Asked = z.object({ baseRefName: z.string().optional(), states: z.union([z.string(), z.array(z.string())]).optional() });
const Commit = z.object({
  message: z.string(),
  parents: z.array(z.object({ sha: z.string() })),
  author: z.object({ name: z.string(), email: z.string() }),
});

/** The fields of a repository that are lists. */
export function listsOf(lab: Lab, repository: RepositoryOptions): Node["fields"] {
  return {
    pullRequests: async (given) => {
      const { baseRefName, states } = Asked.parse(given);
      const wanted = states === undefined ? null : [states].flat();
      const found = (await pullsIn(lab, repository)).filter(
        (pull) => (baseRefName === undefined || pull.base.ref === baseRefName) && (wanted === null || wanted.includes(stateOf(pull))),
      );
      return connectionOf(
        "PullRequestConnection",
        found.map((pull) => pullNode(lab, repository, pull)),
        given,
      );
    },
    releases: async (given) => connectionOf("ReleaseConnection", await releasesIn(lab, repository), given),
  };
}

/** The commits from one on, the newest first, each with the pull request that it came by. */
export async function historyNode(lab: Lab, repository: RepositoryOptions, head: string, given: Given): Promise<Node> {
  const merged = new Map((await pullsIn(lab, repository)).map((pull) => [pull.merge_commit_sha ?? "", pull]));
  const nodes: Node[] = [];
  for (let sha: string | undefined = head; sha !== undefined; ) {
    const { message, parents, author } = Commit.parse(await read(lab, `/repos/${fullName(repository)}/git/commits/${sha}`));
    const [oid, pull] = [sha, merged.get(sha)];
    const by: Node = {
      type: "GitActor",
      fields: { name: async () => author.name, email: async () => author.email, user: async () => null },
    };
    const pulls = pull === undefined ? [] : [pullNode(lab, repository, pull)];
    nodes.push({
      type: "Commit",
      fields: {
        oid: async () => oid,
        message: async () => message,
        author: async () => by,
        associatedPullRequests: async (asked) => connectionOf("PullRequestConnection", pulls, asked),
      },
    });
    sha = parents[0]?.sha;
  }
  return connectionOf("CommitHistoryConnection", nodes, given);
}

/** The newest first. */
async function pullsIn(lab: Lab, repository: RepositoryOptions): Promise<readonly Listed[]> {
  const found = z.array(Listed).parse(await read(lab, `/repos/${fullName(repository)}/pulls?state=all&per_page=100`));
  return found
    .toSorted((a, b) => b.number - a.number)
    .map((pull) => ({ ...pull, merge_commit_sha: lab.merges.get(`${fullName(repository)}#${pull.number}`) ?? null }));
}

function stateOf({ state, merge_commit_sha }: Listed): string {
  return merge_commit_sha == null ? state.toUpperCase() : "MERGED";
}

function pullNode(lab: Lab, repository: RepositoryOptions, pull: Listed): Node {
  const { number, title, body, labels, base, head, merge_commit_sha: merge } = pull;
  const named = labels.map(({ name }): Node => ({ type: "Label", fields: { name: async () => name } }));
  return {
    type: "PullRequest",
    fields: {
      number: async () => number,
      title: async () => title,
      body: async () => body ?? "",
      baseRefName: async () => base.ref,
      headRefName: async () => head.ref,
      labels: async (given) => connectionOf("LabelConnection", named, given),
      mergeCommit: async () => (merge == null ? null : ({ type: "Commit", fields: { oid: async () => merge } } satisfies Node)),
      files: async (given) => {
        const files = z.array(z.looseObject({ filename: z.string() })).parse(await filesOf(lab, repository, pull));
        const nodes = files.map(({ filename }): Node => ({ type: "PullRequestChangedFile", fields: { path: async () => filename } }));
        return connectionOf("PullRequestChangedFileConnection", nodes, given);
      },
    },
  };
}

/** A draft has no tag until it is published. */
async function releasesIn(lab: Lab, repository: RepositoryOptions): Promise<readonly Node[]> {
  const found = z.array(Release).parse(await read(lab, `/repos/${fullName(repository)}/releases?per_page=100`));
  return Promise.all(
    found.map(async ({ name, tag_name, html_url, body, draft }) => {
      const sha = draft ? null : await refOf(lab, repository, `refs/tags/${tag_name}`);
      const tag: Node = { type: "Ref", fields: { name: async () => tag_name } };
      const commit: Node = { type: "Commit", fields: { oid: async () => sha } };
      return {
        type: "Release",
        fields: {
          name: async () => name,
          tag: async () => (sha === null ? null : tag),
          tagCommit: async () => (sha === null ? null : commit),
          url: async () => html_url,
          description: async () => body,
          isDraft: async () => draft,
        },
      };
    }),
  );
}
