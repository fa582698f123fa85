/** Who may do what: roles of people and permissions of tokens, in a public repository and in a private one. */
import { ask, type Case, NO_RIGHTS, NOT_FOUND, NOTHING } from "./case.ts";
import type { Given } from "./side.ts";

const NO_ADMIN = [403, "Must have admin rights to Repository."] as const;
const label = ({ issue }: Given) => ["POST", `/issues/${issue}/labels`, { labels: ["loop"] }] as const;
const comment = ({ issue }: Given) => ["POST", `/issues/${issue}/comments`, { body: "x" }] as const;
const look = ({ issue }: Given) => ["GET", `/issues/${issue}`] as const;
const edit = (id: number) => ["PATCH", `/issues/comments/${id}`, { body: "edited" }] as const;
const ref = (name: string) => (given: Given) => ["POST", "/git/refs", { ref: `refs/heads/${name}`, sha: given.main }] as const;
const order = () =>
  ["POST", "/actions/workflows/loopwright.yml/dispatches", { ref: "main", inputs: { issue: "1", run_id: "a", digest: "b" } }] as const;
const check = ({ main }: Given) => ["POST", "/check-runs", { name: "loop", head_sha: main }] as const;
const variable = () => ["GET", "/actions/variables/LOOPWRIGHT_FREEZE"] as const;
const permissionOf = (login: string) => () => ["GET", `/collaborators/${login}/permission`] as const;

export const PUBLIC: readonly Case[] = [
  ask("otto, who has no role, comments", "otto", comment, [201]),
  ask("otto labels", "otto", label, NO_ADMIN),
  ask("rob, who may read, labels", "rob", label, NO_ADMIN),
  ask("tess, who may triage, labels", "tess", label, [200, null, 1]),
  ask("tess makes a branch", "tess", ref("of-tess"), NOT_FOUND),
  ask("wim, who may write, makes a branch", "wim", ref("of-wim"), [201]),
  ask("otto makes a branch", "otto", ref("of-otto"), NOT_FOUND),
  ask("rob edits the own comment", "rob", ({ ofRob }) => edit(ofRob), [200]),
  ask("rob edits somebody's comment", "rob", ({ ofWim }) => edit(ofWim), NOT_FOUND),
  ask("tess edits somebody's comment", "tess", ({ ofWim }) => edit(ofWim), NOT_FOUND),
  ask("max, who maintains, edits somebody's comment", "max", ({ ofRob }) => edit(ofRob), [200]),
  ask("tess dispatches", "tess", order, NOT_FOUND),
  ask("ada makes a check run", "ada", check, [403, "You must authenticate via a GitHub App."]),
  ask("a token for nothing reads an issue", NOTHING, look, [200]),
  ask("a token for nothing reads a ref", NOTHING, () => ["GET", "/git/ref/heads/main"], [200]),
  ask("a token for nothing comments", NOTHING, comment, NO_RIGHTS),
  ask("a token that may read issues comments", { issues: "read" }, comment, NO_RIGHTS),
  ask("a token that may write issues comments", { issues: "write" }, comment, [201]),
  ask("a token that may write issues makes a branch", { issues: "write" }, ref("of-app"), NO_RIGHTS),
  ask("a token that may read contents makes a blob", { contents: "read" }, () => ["POST", "/git/blobs", { content: "x" }], NO_RIGHTS),
  ask("a token that may read Actions dispatches", { actions: "read" }, order, NO_RIGHTS),
  ask("a token that may write contents makes a check run", { contents: "write" }, check, NO_RIGHTS),
  ask("a token that may write checks makes a check run", { checks: "write" }, check, [201]),
  ask("a token for nothing asks for a variable", NOTHING, variable, NO_RIGHTS),
  ask("a token that may read variables asks for one that is not there", { actions_variables: "read" }, variable, NOT_FOUND),
  ask("a token for nothing asks for somebody's role", NOTHING, permissionOf("tess"), [200]),
  ask("a token asks for the role of an App", NOTHING, permissionOf("loopwright%5Bbot%5D"), NOT_FOUND),
  ask("a token asks for the role of nobody", NOTHING, permissionOf("nobody-of-that-name"), NOT_FOUND),
];

const NO_REPOSITORY = "NOT_FOUND Could not resolve to a Repository with the name 'acme/widget'.";
const ID = "query Id($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }";
const id = () => ["POST", "/graphql", { query: ID, variables: { owner: "acme", name: "widget" } }] as const;

export const PRIVATE: readonly Case[] = [
  ask("otto, who has no role, reads an issue", "otto", look, NOT_FOUND),
  ask("otto comments", "otto", comment, NOT_FOUND),
  ask("rob, who may read, reads an issue", "rob", look, [200]),
  ask("a token for nothing reads an issue", NOTHING, look, NO_RIGHTS),
  ask("a token that may read issues reads one", { issues: "read" }, look, [200]),
  ask("a token that may read issues reads a commit", { issues: "read" }, () => ["GET", "/commits/main"], NO_RIGHTS),
  ask("a token that may read contents reads a commit", { contents: "read" }, () => ["GET", "/commits/main"], [200]),
  ask("a token that may read contents compares", { contents: "read" }, ({ main, next }) => ["GET", `/compare/${main}...${next}`], [200]),
  ask("a token that may read issues compares", { issues: "read" }, ({ main, next }) => ["GET", `/compare/${main}...${next}`], NO_RIGHTS),
  ask("a token for nothing asks what the repository is", NOTHING, () => ["GET", ""], [200]),
  ask("a token for nothing asks for the role of otto, who has none", NOTHING, permissionOf("otto"), [200]),
  ask("otto asks for the repository's id", "otto", id, [200, NO_REPOSITORY]),
  ask("a token that may read issues asks for the repository's id", { issues: "read" }, id, [200, NO_REPOSITORY]),
  ask("a token that may read contents asks for the repository's id", { contents: "read" }, id, [200]),
];
