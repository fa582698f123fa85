/** Lists that a GraphQL query may ask of a repository: its pull requests, its releases, the history of a commit. */
import * as z from "zod";
import { connectionOf, type Given, type Node, nodeOf } from "./graphql-answer.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { filesOf, mergeOf, Pull, read, refOf } from "./thing.ts";

/** A pull request, and the commit that it was merged by. */
type Listed = Pull & { readonly merge: string | null };

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
  const merged = new Map((await pullsIn(lab, repository)).map((pull) => [pull.merge, pull]));
  const nodes: Node[] = [];
  for (let oid: string | undefined = head; oid !== undefined; ) {
    const { message, parents, author } = Commit.parse(await read(lab, `/repos/${fullName(repository)}/git/commits/${oid}`));
    const pulls = [merged.get(oid) ?? []].flat().map((pull) => pullNode(lab, repository, pull));
    const { fields } = nodeOf("Commit", { oid, message, author: nodeOf("GitActor", { ...author, user: null }) });
    const associatedPullRequests = async (asked: Given): Promise<Node> => connectionOf("PullRequestConnection", pulls, asked);
    nodes.push({ type: "Commit", fields: { ...fields, associatedPullRequests } });
    oid = parents[0]?.sha;
  }
  return connectionOf("CommitHistoryConnection", nodes, given);
}

/** The newest first. */
async function pullsIn(lab: Lab, repository: RepositoryOptions): Promise<readonly Listed[]> {
  const found = z.array(Pull).parse(await read(lab, `/repos/${fullName(repository)}/pulls?state=all&per_page=100`));
  return found.toSorted((a, b) => b.number - a.number).map((pull) => ({ ...pull, merge: mergeOf(lab, repository, pull) }));
}

function stateOf({ state, merge }: Listed): string {
  return merge === null ? state.toUpperCase() : "MERGED";
}

function pullNode(lab: Lab, repository: RepositoryOptions, pull: Listed): Node {
  const { number, title, body, labels, base, head, merge } = pull;
  const named = labels.map(({ name }) => nodeOf("Label", { name }));
  const mergeCommit = merge === null ? null : nodeOf("Commit", { oid: merge });
  const { fields } = nodeOf("PullRequest", { number, title, body: body ?? "", baseRefName: base.ref, headRefName: head.ref, mergeCommit });
  const files = async (given: Given): Promise<Node> => {
    const changed = z.array(z.looseObject({ filename: z.string() })).parse(await filesOf(lab, repository, pull));
    const nodes = changed.map(({ filename }) => nodeOf("PullRequestChangedFile", { path: filename }));
    return connectionOf("PullRequestChangedFileConnection", nodes, given);
  };
  return { type: "PullRequest", fields: { ...fields, files, labels: async (given) => connectionOf("LabelConnection", named, given) } };
}

/** A draft has no tag until it is published. */
async function releasesIn(lab: Lab, repository: RepositoryOptions): Promise<readonly Node[]> {
  const found = z.array(Release).parse(await read(lab, `/repos/${fullName(repository)}/releases?per_page=100`));
  return Promise.all(
    found.map(async ({ name, tag_name, html_url: url, body: description, draft: isDraft }) => {
      const oid = isDraft ? null : await refOf(lab, repository, `refs/tags/${tag_name}`);
      const tag = oid === null ? null : nodeOf("Ref", { name: tag_name });
      const tagCommit = oid === null ? null : nodeOf("Commit", { oid });
      return nodeOf("Release", { name, url, description, isDraft, tag, tagCommit });
    }),
  );
}
