/** Watches the requests that the emulator answers, and tells what they changed. */
import * as z from "zod";
import { endedSuite } from "./check-routes.ts";
import type { Happening } from "./happening.ts";
import { issueChanges } from "./issue-changes.ts";
import type { Ask, Lab } from "./lab.ts";
import { told } from "./moves.ts";
import { integrationOf } from "./objects/integration.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import type { Answer } from "./rules/answer.ts";
import { ZERO } from "./rules/refs.ts";
import { type Template, templateOf } from "./rules/template.ts";
import { issueOf, pullOf, read, refOf } from "./thing.ts";

interface Seen {
  readonly lab: Lab;
  readonly repository: RepositoryOptions;
  readonly ask: Ask;
  parameter(name: string): string;
}

/** Looks before the request; what it gives tells afterwards what happened. */
type Look = (seen: Seen) => Promise<(answer: Answer) => Promise<readonly Happening[]>>;

const Numbered = z.object({ number: z.number() });
const Comment = z.looseObject({ body: z.string(), issue_url: z.string(), user: z.looseObject({ login: z.string(), type: z.string() }) });
const Ref = z.object({ ref: z.string().optional(), branch: z.string().optional() });

const opened: Look =
  async ({ lab, repository }) =>
  async ({ body }) =>
    issueChanges(lab, repository, Numbered.parse(body).number, null);

const changed: Look = async ({ lab, repository, parameter }) => {
  const number = Number(parameter("number"));
  const before = await issueOf(lab, repository, number);
  return () => issueChanges(lab, repository, number, before);
};

const commented: Look =
  async ({ lab, repository, parameter }) =>
  async ({ body }) => [
    { event: "issue_comment", payload: { action: "created", ...(await commentParts(lab, repository, body, Number(parameter("number")))) } },
  ];

const recommented: Look = async ({ lab, repository, ask, parameter }) => {
  const found = await read(lab, `/repos/${fullName(repository)}/issues/comments/${parameter("id")}`);
  if (found === null) return async () => [];
  const before = Comment.parse(found);
  const number = Number(before.issue_url.split("/").at(-1));
  return async ({ body }) => {
    const gone = ask.method === "DELETE";
    const action = gone ? { action: "deleted" } : { action: "edited", changes: { body: { from: before.body } } };
    return [{ event: "issue_comment", payload: { ...action, ...(await commentParts(lab, repository, gone ? before : body, number)) } }];
  };
};

async function commentParts(
  lab: Lab,
  repository: RepositoryOptions,
  body: unknown,
  number: number,
): Promise<Readonly<Record<string, unknown>>> {
  const comment = Comment.parse(body);
  const app = lab.apps.find(({ login }) => login === comment.user.login);
  const via = app ? integrationOf(app, { login: app.account }, lab.url) : null;
  return { comment: { ...comment, performed_via_github_app: via }, issue: await issueOf(lab, repository, number) };
}

const moved: Look = async ({ lab, repository, ask, parameter }) => {
  const { ref, branch = "main" } = Ref.catch({}).parse(ask.body);
  const named = parameter("ref") === "" ? (ref ?? `refs/heads/${branch}`) : `refs/${parameter("ref")}`;
  const before = (await refOf(lab, repository, named)) ?? ZERO;
  return async () => told({ ref: named, before, after: (await refOf(lab, repository, named)) ?? ZERO }, repository, lab);
};

const reviewed: Look =
  async ({ lab, repository, parameter }) =>
  async ({ body }) => {
    const review = { ...Object(body), state: String(Object(body).state).toLowerCase() };
    const pull = await pullOf(lab, repository, Number(parameter("number")));
    return [{ event: "pull_request_review", payload: { action: "submitted", review, pull_request: pull } }];
  };

const remarked: Look =
  async ({ lab, repository, parameter }) =>
  async ({ body }) => {
    const pull = await pullOf(lab, repository, Number(parameter("number")));
    return [{ event: "pull_request_review_comment", payload: { action: "created", comment: body, pull_request: pull } }];
  };

/** The emulator does not show which App made a check run: it is the one whose token asks. */
const checked: Look =
  async ({ lab, repository, ask }) =>
  async ({ status, body }) => {
    const done = Object(body).status === "completed";
    if (status !== 201 && !done) return [];
    const maker = lab.apps.find(({ login }) => login === ask.actor.login);
    const app = maker ? integrationOf(maker, { login: maker.account }, lab.url) : null;
    const told = { event: "check_run", payload: { action: done ? "completed" : "created", check_run: { ...Object(body), app } } };
    return done ? [told, ...(await endedSuite(lab, repository, body))] : [told];
  };

const WATCHES: readonly { readonly methods: string; readonly template: Template; readonly look: Look }[] = [
  { methods: "POST", tail: "issues", look: opened },
  { methods: "PATCH", tail: "issues/{number}", look: changed },
  { methods: "POST PUT DELETE", tail: "issues/{number}/labels", look: changed },
  { methods: "DELETE", tail: "issues/{number}/labels/{name}", look: changed },
  { methods: "POST DELETE", tail: "issues/{number}/assignees", look: changed },
  { methods: "POST", tail: "issues/{number}/comments", look: commented },
  { methods: "PATCH DELETE", tail: "issues/comments/{id}", look: recommented },
  { methods: "POST", tail: "pulls", look: opened },
  { methods: "PATCH", tail: "pulls/{number}", look: changed },
  { methods: "POST", tail: "pulls/{number}/reviews", look: reviewed },
  { methods: "POST", tail: "pulls/{number}/comments", look: remarked },
  { methods: "POST", tail: "git/refs", look: moved },
  { methods: "PATCH DELETE", tail: "git/refs/{ref}", look: moved },
  { methods: "PUT DELETE", tail: "contents/{path}", look: moved },
  { methods: "POST", tail: "check-runs", look: checked },
  { methods: "PATCH", tail: "check-runs/{id}", look: checked },
].map(({ tail, ...watch }) => ({ ...watch, template: templateOf(`/repos/{owner}/{repo}/${tail}`) }));

/** Asks, and when it went well tells what happened. */
export async function watched(ask: Ask, lab: Lab, send: () => Promise<Answer>): Promise<Answer> {
  const { repository } = ask;
  const found = WATCHES.find(({ methods, template }) => methods.split(" ").includes(ask.method) && template.match(ask.path));
  const parameters = found?.template.match(ask.path);
  if (!(repository && found && parameters)) return send();
  const tell = await found.look({ lab, repository, ask, parameter: (name) => parameters[name] ?? "" });
  const answer = await send();
  if (answer.status < 300) await lab.tell(await tell(answer), repository, ask.actor);
  return answer;
}
