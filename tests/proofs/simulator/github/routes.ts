/** Which request is answered by whom, where whoever asks may. */
import { refusedBy } from "../../../lab/github/rules/access.ts";
import type { Answer } from "../../../lab/github/rules/answer.ts";
import { type Rule, ruleOf } from "../../../lab/github/rules/permissions.ts";
import * as actions from "./actions.ts";
import { askerOf } from "./asker.ts";
import type { Asked, Handler } from "./call.ts";
import * as checks from "./checks.ts";
import { graphql } from "./graphql.ts";
import * as issues from "./issue-routes.ts";
import * as objects from "./object-routes.ts";
import * as pulls from "./pull-routes.ts";
import * as refs from "./ref-routes.ts";
import { missing } from "./refused.ts";
import * as repository from "./repository-routes.ts";
import type { State } from "./state.ts";

/** Below the repository. `:` is one part of a path, `*` is the rest of it. What each needs is the lab's rules' to say. */
type Row = readonly [method: string, path: string, handler: Handler];

const ROWS: readonly Row[] = [
  ["GET", "", repository.getRepository],
  ["GET", "commits/:/check-runs", checks.listChecks],
  ["GET", "commits/:/status", checks.combinedStatus],
  ["GET", "commits/:/check-suites", checks.listSuites],
  ["GET", "commits/*", repository.getCommit],
  ["GET", "compare/*", repository.compare],
  ["GET", "check-runs/:/annotations", checks.listAnnotations],
  ["POST", "check-runs", checks.createCheck],
  ["GET", "collaborators/:/permission", issues.permissionOf],
  ["GET", "issues", issues.listIssues],
  ["POST", "issues", issues.createIssue],
  ["PATCH", "issues/:", issues.updateIssue],
  ["GET", "issues/comments", issues.listAllComments],
  ["GET", "issues/:", issues.getIssue],
  ["GET", "issues/:/comments", issues.listComments],
  ["POST", "issues/:/comments", issues.createComment],
  ["GET", "issues/comments/:", issues.getComment],
  ["PATCH", "issues/comments/:", issues.updateComment],
  ["DELETE", "issues/comments/:", issues.deleteComment],
  ["POST", "issues/:/labels", issues.addLabels],
  ["DELETE", "issues/:/labels/:", issues.dropLabel],
  ["GET", "issues/:/events", issues.listEvents],
  ["GET", "issues/:/reactions", issues.signsOnIssue],
  ["GET", "issues/comments/:/reactions", issues.signsOnComment],
  ["POST", "issues/:/reactions", issues.reactToIssue],
  ["POST", "issues/comments/:/reactions", issues.reactToComment],
  ["GET", "pulls", pulls.listPulls],
  ["POST", "pulls", pulls.createPull],
  ["GET", "pulls/:", pulls.getPull],
  ["PATCH", "pulls/:", pulls.updatePull],
  ["GET", "pulls/:/comments", pulls.listRemarks],
  ["GET", "pulls/:/reviews/:/comments", pulls.listReviewRemarks],
  ["POST", "pulls/:/comments/:/replies", pulls.replyToRemark],
  ["GET", "git/ref/*", refs.getRef],
  ["GET", "git/matching-refs/*", refs.matchingRefs],
  ["POST", "git/refs", refs.createRef],
  ["PATCH", "git/refs/*", refs.updateRef],
  ["DELETE", "git/refs/*", refs.deleteRef],
  ["GET", "git/trees/:", objects.getTree],
  ["POST", "git/trees", objects.createTree],
  ["GET", "git/blobs/:", objects.getBlob],
  ["POST", "git/blobs", objects.createBlob],
  ["GET", "git/commits/:", objects.getGitCommit],
  ["POST", "git/commits", objects.createCommit],
  ["POST", "actions/workflows/:/dispatches", actions.dispatch],
  ["GET", "actions/workflows/:/runs", actions.listRuns],
  ["GET", "actions/runs/:", actions.getRun],
  ["POST", "actions/runs/:/cancel", actions.cancelRun],
  ["GET", "actions/variables/:", actions.getVariable],
];

interface Route {
  readonly parts: readonly string[];
  readonly rest: boolean;
  readonly rule: Rule;
  readonly handler: Handler;
}

/** By method and first part of the path. */
const ROUTES = new Map<string, Route[]>();
for (const [method, path, handler] of ROWS) {
  const parts = path.replace(/\/?\*$/, "").split("/");
  const whole = `/repos/o/r/${path.replaceAll(/[:*]/g, "1")}`.replace(/\/$/, "");
  const key = `${method} ${parts[0]}`;
  const route = { parts, rest: path.endsWith("*"), rule: ruleOf(method, whole), handler };
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
    const refused = refusedBy(route.rule, askerOf(state, actor, { rule: route.rule, parts }), { isPrivate: state.private });
    return refused ?? route.handler({ ...asked, state, asOf, parameters });
  }
  throw new Error(`the simulated GitHub does not serve ${method} ${path}`);
}
