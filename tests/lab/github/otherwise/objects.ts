/** Git objects and pull requests otherwise than GitHub has them. */
import type { Deviated, Deviation } from "../deviation.ts";
import { invalid, NOT_FOUND } from "../rules/answer.ts";
import { done } from "../rules/graphql.ts";
import { at, changed, instead, type Meant, said, saidOf } from "./change.ts";

function asks(words: string): Meant {
  return ({ path, body }) => path === "/graphql" && String(Object(body).query).includes(words);
}

/** The head of a pull request of this program is to be moved. */
const movesHead = ({ path, body }: Deviated): boolean =>
  path === "/graphql" && /"name":"refs\/heads\/[^"]+","beforeOid":"(?!0{40})/.test(JSON.stringify(body));

const removesFolder = ({ method, path, body }: Deviated): boolean =>
  method === "POST" && path.endsWith("/git/trees") && JSON.stringify(body).includes('"040000"');

const FOLDER = { path: "loopwright-live", mode: "040000", type: "tree", sha: "1".repeat(40) };
const UNSIGNED = { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null };
const ANOTHER = invalid({ resource: "PullRequest", code: "custom", message: "One is enough" });

export const OBJECTS_OTHERWISE = {
  "commit-read": instead(asks("on Commit"), { status: 200, body: { data: { repository: { object: null } } } }),
  "commit-compared": instead(at("GET", /\/compare\//), NOT_FOUND),
  "folder-removed": saidOf(removesFolder, (body) => ({ ...body, tree: [FOLDER] })),
  "blob-cut": saidOf(asks("{ ... on Blob"), (body) =>
    JSON.parse(JSON.stringify(body).replace('"isTruncated":true', '"isTruncated":false')),
  ),
  "commit-signed": saidOf(at("POST", /\/git\/commits$/), (body) => ({ ...body, verification: UNSIGNED })),
  "pull-opened": saidOf(at("GET", /\/pulls\/\d+$/), (body) => ({ ...body, draft: false })),
  "pull-twice": said(at("POST", /\/pulls$/), (answer) => (answer.status === 422 ? ANOTHER : answer)),
  "pull-ready": instead(asks("markPullRequestReadyForReview"), done("markPullRequestReadyForReview")),
  "pull-follows": instead(movesHead, done("updateRefs")),
  "check-run": changed(at("POST", /\/check-runs$/), ({ body }) => ({ body: { ...Object(body), conclusion: "neutral" } })),
} as const satisfies Readonly<Record<string, Deviation>>;
