/** Refs otherwise than GitHub has them, and requests as such. Each deviation bites for the refs whose names end as it says. */
import type { Deviated, Deviation } from "../deviation.ts";
import { type Answer, NOT_FOUND, refusal } from "../rules/answer.ts";
import { done } from "../rules/graphql.ts";
import { ZERO } from "../rules/refs.ts";
import { at, changed, instead, type Meant, said, unconditional } from "./change.ts";

interface Update {
  readonly name: string;
  readonly afterOid: string;
}

/** The moves of an `updateRefs`; none for any other request. */
function movesIn({ path, body }: Deviated): readonly Update[] {
  return path === "/graphql" ? (Object(body).variables?.input?.refUpdates ?? []) : [];
}

/** An `updateRefs` that moves or deletes a ref with such a name: one that makes it is not meant. */
function moves(tail: string): Meant {
  return (ask) => movesIn(ask).some(({ name }) => name.endsWith(tail)) && !JSON.stringify(ask.body).includes(`"beforeOid":"${ZERO}"`);
}

function withMoves(ask: Deviated, change: (updates: readonly Update[]) => readonly unknown[]): Partial<Deviated> {
  const { input } = Object(ask.body).variables;
  return { body: { ...Object(ask.body), variables: { input: { ...input, refUpdates: change(input.refUpdates) } } } };
}

const MOVED = done("updateRefs");
const ERRORS = [{ type: "STALE_DATA", path: ["updateRefs"], locations: [{ line: 1, column: 1 }], message: "The ref is elsewhere" }];
const STALE: Answer = { status: 200, body: { data: { updateRefs: null }, errors: ERRORS } };

function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

const isOurs = ({ path, headers }: Deviated): boolean => path === "/rate_limit" && headers["x-github-api-version"] === "2022-11-28";
const isOther = (ask: Deviated): boolean => ask.path === "/rate_limit" && !isOurs(ask);

const repositoryRead = at("GET", /^\/repos\/[^/]+\/[^/]+$/);

const byName: Meant = ({ path, body }) => path === "/graphql" && String(Object(body).query).includes("qualifiedName");

export const REFS_OTHERWISE = {
  "version-taken": instead(isOurs, refusal(400, "lab: no such version")),
  "version-unknown": changed(isOther, ({ headers }) => ({ headers: { ...headers, "x-github-api-version": "2022-11-28" } })),
  "rate-limits": said(repositoryRead, (answer) => withHeaders(answer, { "x-ratelimit-resource": "all" })),
  "github-clock": said(repositoryRead, (answer) => withHeaders(answer, { date: "later" })),
  "ref-created": instead(at("GET", /\/git\/ref\/.+\/created$/), NOT_FOUND),
  "ref-moved": instead(moves("/moved"), MOVED),
  "ref-deleted": instead(moves("/deleted"), MOVED),
  "ref-stale": said(moves("/stale"), () => STALE),
  "ref-all-or-none": async (ask, next) => {
    if (!moves("/together/b")(ask)) return next();
    await next(withMoves(ask, ([first]) => [first]));
    return STALE;
  },
  "ref-forward-only": changed(moves("/aside"), (ask) => withMoves(ask, (updates) => updates.map((one) => ({ ...one, force: true })))),
  "ref-rest-aside": instead(at("PATCH", /\/rest$/), refusal(422, "Update is not a fast forward")),
  "ref-etag": unconditional(at("GET", /\/git\/ref\/.+\/etag$/)),
  "ref-commit-etag": unconditional(at("GET", /\/commits\/.+\/by-commit$/)),
  "ref-graphql": instead(byName, { status: 200, body: { data: { repository: { ref: null } } } }),
  "ref-listed": instead(at("GET", /\/git\/matching-refs\/.+\/listed\/$/), { status: 200, body: [] }),
} as const satisfies Readonly<Record<string, Deviation>>;
