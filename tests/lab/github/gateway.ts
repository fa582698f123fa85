/** One request through the gateway: who asks, whether GitHub would allow it, the answer, and the record of it. */
import { refusedAccess } from "./access.ts";
import { ACTIONS_ROUTES } from "./actions-routes.ts";
import { COMMENT_LIST_ROUTES } from "./all-comments.ts";
import { ASSIGNEE_ROUTES } from "./assignees.ts";
import { BRANCH_ROUTES } from "./branches.ts";
import { CHECK_ROUTES } from "./check-routes.ts";
import { COLLABORATOR_ROUTES } from "./collaborators.ts";
import { COMMIT_SHA_ROUTES } from "./commit-sha.ts";
import { type Asked, CONTRACT } from "./contract/contract.ts";
import { conditional } from "./etag.ts";
import { forward } from "./forward.ts";
import { GRAPHQL_ROUTES } from "./graphql.ts";
import { INSTALLATION_ROUTES } from "./installations.ts";
import { EVENT_ROUTES } from "./issue-events.ts";
import type { Ask, Lab } from "./lab.ts";
import { LABEL_ROUTES } from "./labels.ts";
import { MANIFEST_ROUTES } from "./manifests.ts";
import { OBJECT_ROUTES } from "./object-routes.ts";
import { wholeOf } from "./objects/whole.ts";
import { PULL_ROUTES, withPulls } from "./pulls.ts";
import { REACTION_ROUTES } from "./reactions.ts";
import { createsContent, type Recorded, type Violation } from "./record.ts";
import { REF_ROUTES } from "./ref-routes.ts";
import { RELEASE_ROUTES } from "./releases.ts";
import { repositoryOf } from "./repository.ts";
import { withLines } from "./review-lines.ts";
import { answerOf, type Route } from "./route.ts";
import { type Answer, NOT_ACCESSIBLE, refusal } from "./rules/answer.ts";
import { SETTINGS_ROUTES } from "./settings-routes.ts";
import type { Actor } from "./tokens.ts";
import { watched } from "./watch.ts";

const ROUTES: readonly Route[] = [
  ...INSTALLATION_ROUTES,
  ...MANIFEST_ROUTES,
  ...COLLABORATOR_ROUTES,
  ...REACTION_ROUTES,
  ...EVENT_ROUTES,
  ...ASSIGNEE_ROUTES,
  ...COMMENT_LIST_ROUTES,
  ...GRAPHQL_ROUTES,
  ...ACTIONS_ROUTES,
  ...COMMIT_SHA_ROUTES,
  ...CHECK_ROUTES,
  ...PULL_ROUTES,
  ...LABEL_ROUTES,
  ...OBJECT_ROUTES,
  ...REF_ROUTES,
  ...RELEASE_ROUTES,
  ...BRANCH_ROUTES,
  ...SETTINGS_ROUTES,
];

export interface Records {
  readonly requests: Recorded[];
  readonly violations: Violation[];
  readonly sent: string[];
}

export interface Gateway {
  answer(asked: Asked & Pick<Ask, "headers">): Promise<Answer>;
}

/** The version that the description is of. */
const DESCRIBED = "2022-11-28";

/** Requests that change something are answered one after the other, so that what they cause is told in their order. */
export function gatewayOf(lab: Lab, records: Records, changed: () => void): Gateway {
  const inTurn = turns();
  const note = (of: Violation["of"], { method, path }: Asked, actor: string, problems: readonly string[]): void => {
    if (problems.length > 0) records.violations.push({ of, method, path, actor, problems });
  };
  const serve = async (asked: Asked & Pick<Ask, "headers">): Promise<Answer> => {
    const actor = lab.tokens.actorOf(asked.headers.authorization);
    const login = "refused" in actor ? "" : actor.login;
    note("request", asked, login, [...CONTRACT.request(asked), ...unversioned(asked, "refused" in actor ? null : actor)]);
    const answer =
      "refused" in actor ? actor.refused : await allowed({ ...asked, actor, repository: repositoryOf(asked.path, lab.options) }, lab);
    note("answer", asked, login, CONTRACT.answer(asked, answer));
    const { method, path } = asked;
    if (method !== "GET") records.sent.push(`${method} ${path} ${JSON.stringify(asked.body)}`);
    records.requests.push({ method, path, actor: login, status: answer.status, creates: createsContent(method, path) });
    changed();
    return answer;
  };
  return { answer: (asked) => (asked.method === "GET" ? serve(asked) : inTurn(() => serve(asked))) };
}

/** What an App or a job asks for comes from our program, which names the version of the API that it was made for. People's clients need not. */
function unversioned({ headers, path }: Asked & Pick<Ask, "headers">, actor: Actor | null): readonly string[] {
  // Probot's client, where a test lets it sign in by itself, asks for a token past all hooks of its own.
  const ours = (actor?.kind === "app" && !path.endsWith("/access_tokens")) || actor?.kind === "installation";
  return ours && headers["x-github-api-version"] !== DESCRIBED ? [`header X-GitHub-Api-Version: it is not ${DESCRIBED}`] : [];
}

/** In GitHub's own way, or in another one where the options have it. */
function allowed(ask: Ask, lab: Lab): Promise<Answer> {
  const next = (change = {}): Promise<Answer> => ownWay({ ...ask, ...change }, lab);
  const deviation = lab.options.otherwise?.() ?? null;
  return deviation === null ? next() : deviation(ask, next);
}

/** https://docs.github.com/rest/about-the-rest-api/api-versions: "If you specify an API version that is no longer supported, you will receive a 400 error." */
function wrongVersion(version: string | readonly string[] | undefined): Answer | null {
  return version === undefined || version === DESCRIBED ? null : refusal(400, `lab: the API version ${String(version)} is not supported`);
}

async function ownWay(ask: Ask, lab: Lab): Promise<Answer> {
  const refused = wrongVersion(ask.headers["x-github-api-version"]) ?? wrongKind(ask.actor, ask.path) ?? (await refusedAccess(ask, lab));
  if (refused) return refused;
  const answer = (await answerOf(ROUTES, ask, lab)) ?? (await withPulls(ask, await watched(ask, lab, () => forward(ask, lab)), lab));
  const lined = withLines(ask, answer);
  const { answerFault = (body: unknown) => body } = lab.options;
  return conditional(ask, { ...lined, ...(lined.body !== undefined && { body: answerFault(wholeOf(lined.body, lab.url)) }) });
}

/** A JSON web token is for the App's own addresses only, and these take nothing else. */
function wrongKind({ kind }: Actor, path: string): Answer | null {
  if (kind === "installation" && path === "/user") return NOT_ACCESSIBLE;
  const own = /^\/app($|\/)|^\/(repos|orgs|users)\/.+\/installation$/.test(path);
  if (own && kind !== "app") return refusal(401, "A JSON web token could not be decoded");
  return !own && kind === "app" ? refusal(403, "Resource not accessible by integration") : null;
}

/** Runs tasks one after the other, each after the last ended, well or not. */
function turns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
