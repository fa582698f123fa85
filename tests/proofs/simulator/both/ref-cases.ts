/** Refs and git's objects: what can move, what is there already or is not, and what GitHub says of it. */
import { ask, type Case, NO_RIGHTS, NOT_FOUND } from "./case.ts";
import type { Given } from "./side.ts";

const NONE = "a".repeat(40);
const ZERO = "0".repeat(40);
const create = (ref: string, sha: string) => ["POST", "/git/refs", { ref, sha }] as const;
const update = (ref: string, sha: string, force = false) => ["PATCH", `/git/refs/${ref}`, { sha, force }] as const;
const EXISTS = [422, "Reference already exists"] as const;
const MISSING = [422, "Reference does not exist"] as const;
const NO_OBJECT = [422, "Object does not exist"] as const;

/** By REST, one at a time. */
export const REFS: readonly Case[] = [
  ask("wim makes a ref that is there", "wim", ({ main }) => create("refs/heads/main", main), EXISTS),
  ask("wim makes a ref at no commit", "wim", () => create("refs/heads/new", NONE), NO_OBJECT),
  ask("wim makes a ref by half a name", "wim", ({ main }) => create("heads/new", main), [
    422,
    "Reference name must start with refs/ and have two slashes",
  ]),
  ask("wim moves a ref that is not there", "wim", ({ main }) => update("heads/none", main), MISSING),
  ask("wim moves a branch to no commit", "wim", () => update("heads/main", NONE), NO_OBJECT),
  ask("wim moves a branch forward", "wim", ({ next }) => update("heads/loop/same", next), [200]),
  ask("wim moves it aside", "wim", ({ other }) => update("heads/loop/same", other), [422, "Update is not a fast forward"]),
  ask("wim moves it aside by force", "wim", ({ other }) => update("heads/loop/same", other, true), [200]),
  ask("wim moves a ref that is no branch aside", "wim", ({ other }) => update("loopwright/side", other), [200]),
  ask("wim takes away a ref that is not there", "wim", () => ["DELETE", "/git/refs/heads/none"], MISSING),
  ask("wim takes away a ref", "wim", () => ["DELETE", "/git/refs/heads/loop/same"], [204]),
  ask("wim asks for a ref that is not there", "wim", () => ["GET", "/git/ref/heads/none"], NOT_FOUND),
  ask("wim asks for a commit that is not there", "wim", () => ["GET", `/git/commits/${NONE}`], NOT_FOUND),
  ask("wim commits no tree", "wim", ({ main }) => ["POST", "/git/commits", { message: "x", tree: NONE, parents: [main] }], [
    422,
    "Tree SHA does not exist",
  ]),
  ask("wim commits after no commit", "wim", ({ tree }) => ["POST", "/git/commits", { message: "x", tree, parents: [NONE] }], [
    422,
    "Parent SHA does not exist or is not a commit object",
  ]),
];

const MOVE = "mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
const READY = "mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { clientMutationId } }";
const SIDE = "refs/loopwright/side";

function move({ repositoryId }: Pick<Given, "repositoryId">, ...refUpdates: readonly object[]) {
  return ["POST", "/graphql", { query: MOVE, variables: { input: { repositoryId, refUpdates } } }] as const;
}

const STALE = [200, "Something went wrong while executing your query."] as const;
const cannot = (ref: string, why: string) => [200, `UNPROCESSABLE Reference ${ref} cannot be updated: ${why}`] as const;

/** By `updateRefs`, several together. */
export const UPDATES: readonly Case[] = [
  ask("wim expects a ref elsewhere", "wim", (given) => move(given, { name: SIDE, beforeOid: given.main, afterOid: given.next }), STALE),
  ask("wim expects no ref where there is one", "wim", (given) => move(given, { name: SIDE, beforeOid: ZERO, afterOid: given.next }), STALE),
  ask(
    "wim moves a ref aside",
    "wim",
    (given) => move(given, { name: SIDE, afterOid: given.other }),
    cannot(SIDE, "it is not a fast-forward"),
  ),
  ask(
    "wim moves a ref to no commit",
    "wim",
    (given) => move(given, { name: SIDE, afterOid: NONE }),
    cannot(SIDE, `there is no commit ${NONE}`),
  ),
  ask(
    "wim takes away no ref",
    "wim",
    (given) => move(given, { name: "refs/heads/none", afterOid: ZERO }),
    cannot("refs/heads/none", "it does not exist"),
  ),
  ask(
    "wim moves half a name",
    "wim",
    (given) => move(given, { name: "main", afterOid: given.next }),
    cannot("main", "it is not a whole name below refs/"),
  ),
  ask("wim names a ref twice", "wim", (given) => move(given, { name: SIDE, afterOid: ZERO }, { name: SIDE, afterOid: ZERO }), [
    200,
    "UNPROCESSABLE A reference may be named once only",
  ]),
  ask("wim moves refs of nowhere", "wim", () => move({ repositoryId: "R_none" }), [
    200,
    "NOT_FOUND Could not resolve to a node with the global id of 'R_none'",
  ]),
  ask("tess, who may triage, moves no ref", "tess", (given) => move(given), [
    200,
    "FORBIDDEN tess does not have the correct permissions to execute `UpdateRefs`",
  ]),
  ask("a token that may read contents moves no ref", { contents: "read" }, (given) => move(given), [200, `FORBIDDEN ${NO_RIGHTS[1]}`]),
  ask("wim moves a ref by force", "wim", (given) => move(given, { name: SIDE, afterOid: given.other, force: true }), [200]),
  ask("wim makes no pull request ready", "wim", () => ["POST", "/graphql", { query: READY, variables: { id: "PR_none" } }], [
    200,
    "NOT_FOUND Could not resolve to a node with the global id of 'PR_none'",
  ]),
];
