/** Which request is answered by whom, and what a token needs for it. */
import { type Answer, NOT_ACCESSIBLE } from "../../../lab/github/answer.ts";
import * as actions from "./actions.ts";
import type { Asked, Handler } from "./call.ts";
import { graphql } from "./graphql.ts";
import * as issues from "./issue-routes.ts";
import * as objects from "./object-routes.ts";
import * as pulls from "./pull-routes.ts";
import * as refs from "./ref-routes.ts";
import { missing } from "./refused.ts";
import * as repository from "./repository-routes.ts";
import type { State } from "./state.ts";
import type { Actor } from "./things.ts";

/** Below the repository. `:` is one part of a path, `*` is the rest of it. `needs`: one of these permissions; reading for `GET`, else writing. */
type Row = readonly [method: string, path: string, needs: string, handler: Handler];

const ROWS: readonly Row[] = [
  ["GET", "", "metadata", repository.getRepository],
  ["GET", "commits/*", "contents", repository.getCommit],
  ["GET", "compare/*", "contents", repository.compare],
  ["POST", "check-runs", "checks", repository.createCheck],
  ["GET", "collaborators/:/permission", "metadata", issues.permissionOf],
  ["GET", "issues", "issues", issues.listIssues],
  ["GET", "issues/:", "issues pull_requests", issues.getIssue],
  ["GET", "issues/:/comments", "issues pull_requests", issues.listComments],
  ["POST", "issues/:/comments", "issues pull_requests", issues.createComment],
  ["GET", "issues/comments/:", "issues pull_requests", issues.getComment],
  ["PATCH", "issues/comments/:", "issues pull_requests", issues.updateComment],
  ["DELETE", "issues/comments/:", "issues pull_requests", issues.deleteComment],
  ["POST", "issues/:/labels", "issues pull_requests", issues.addLabels],
  ["DELETE", "issues/:/labels/:", "issues pull_requests", issues.dropLabel],
  ["GET", "issues/:/events", "issues pull_requests", issues.listEvents],
  ["GET", "issues/:/reactions", "issues pull_requests", issues.signsOnIssue],
  ["GET", "issues/comments/:/reactions", "issues pull_requests", issues.signsOnComment],
  ["POST", "issues/:/reactions", "issues pull_requests", issues.reactToIssue],
  ["POST", "issues/comments/:/reactions", "issues pull_requests", issues.reactToComment],
  ["GET", "pulls", "pull_requests", pulls.listPulls],
  ["POST", "pulls", "pull_requests", pulls.createPull],
  ["GET", "pulls/:", "pull_requests", pulls.getPull],
  ["PATCH", "pulls/:", "pull_requests", pulls.updatePull],
  ["GET", "pulls/:/comments", "pull_requests", pulls.listRemarks],
  ["GET", "pulls/:/reviews/:/comments", "pull_requests", pulls.listReviewRemarks],
  ["POST", "pulls/:/comments/:/replies", "pull_requests", pulls.replyToRemark],
  ["GET", "git/ref/*", "contents", refs.getRef],
  ["GET", "git/matching-refs/*", "contents", refs.matchingRefs],
  ["POST", "git/refs", "contents", refs.createRef],
  ["PATCH", "git/refs/*", "contents", refs.updateRef],
  ["DELETE", "git/refs/*", "contents", refs.deleteRef],
  ["GET", "git/trees/:", "contents", objects.getTree],
  ["POST", "git/trees", "contents", objects.createTree],
  ["GET", "git/blobs/:", "contents", objects.getBlob],
  ["POST", "git/blobs", "contents", objects.createBlob],
  ["GET", "git/commits/:", "contents", objects.getGitCommit],
  ["POST", "git/commits", "contents", objects.createCommit],
  ["POST", "actions/workflows/:/dispatches", "actions", actions.dispatch],
  ["GET", "actions/workflows/:/runs", "actions", actions.listRuns],
  ["GET", "actions/runs/:", "actions", actions.getRun],
  ["POST", "actions/runs/:/cancel", "actions", actions.cancelRun],
  ["GET", "actions/variables/:", "actions_variables", actions.getVariable],
];

interface Route {
  readonly parts: readonly string[];
  readonly rest: boolean;
  readonly level: "read" | "write";
  readonly needs: readonly string[];
  readonly handler: Handler;
}

/** By method and first part of the path. */
const ROUTES = new Map<string, Route[]>();
for (const [method, path, needs, handler] of ROWS) {
  const parts = path.replace(/\/?\*$/, "").split("/");
  const route = { parts, rest: path.endsWith("*"), level: method === "GET" ? "read" : "write", needs: needs.split(" "), handler } as const;
  const key = `${method} ${parts[0]}`;
  ROUTES.set(key, [...(ROUTES.get(key) ?? []), route]);
}

/** The parameters of a path that fits; null where it does not. */
function parametersOf({ parts, rest }: Route, path: readonly string[]): readonly string[] | null {
  if (rest ? path.length <= parts.length : path.length !== parts.length) return null;
  if (parts.some((part, index) => part !== ":" && part !== path[index])) return null;
  const found = path.filter((_, index) => parts[index] === ":");
  return [...found, ...(rest ? [path.slice(parts.length).join("/")] : [])].map(decodeURIComponent);
}

/** What the state says to a request, and what it becomes by it. Throws for a request that is not served here: that is no answer of GitHub's. */
export function routed(state: State, asked: Asked, asOf: number | null): Answer {
  const { method, path, actor } = asked;
  if (path === "/graphql") return graphql({ ...asked, state, asOf, parameters: [] });
  const [, repos, owner, repo, ...rest] = path.split("/");
  if (repos !== "repos" || `${owner}/${repo}`.toLowerCase() !== `${state.owner}/${state.repo}`.toLowerCase()) throw missing();
  const parts = rest.length === 0 ? [""] : rest;
  for (const route of ROUTES.get(`${method} ${parts[0]}`) ?? []) {
    const parameters = parametersOf(route, parts);
    if (parameters === null) continue;
    return mayAsk(actor, route) ? route.handler({ ...asked, state, asOf, parameters }) : NOT_ACCESSIBLE;
  }
  throw new Error(`the simulated GitHub does not serve ${method} ${path}`);
}

function mayAsk({ permissions }: Actor, { needs, level }: Route): boolean {
  if (permissions === null || needs.includes("metadata")) return true;
  return needs.some((name) => permissions[name] === "write" || (level === "read" && permissions[name] === "read"));
}
