/** Git's smart HTTP: clone and fetch by real git's own `http-backend`; a push is taken apart, so that the API's rules hold for it. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { may } from "./access.ts";
import type { Gateway } from "./gateway.ts";
import type { Mirror } from "./git-mirror.ts";
import { type Push, takePush } from "./git-push.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName, repositoryOf } from "./repository.ts";
import type { Actor } from "./tokens.ts";

/** Answers a request of git; false where it is none. */
export type GitServer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

const PATHS = /^\/([^/]+\/[^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

/** Serves the repositories of the mirror, which lies below `root`. `gateway`: who moves the refs of a push. */
export async function gitServer(lab: Lab, mirror: Mirror, root: string, gateway: Gateway): Promise<GitServer> {
  const { stdout } = await promisify(execFile)("git", ["--exec-path"]);
  const backend = join(stdout.trim(), "git-http-backend");
  return async (request, response) => {
    const asked = askedOf(request);
    if (asked === null) return false;
    const repository = reachable(asked, request, lab);
    if (typeof repository === "number") return refuse(response, repository);
    if (asked.service === "info/refs") await mirror.update(repository);
    const name = `${fullName(repository)}.git`;
    const { service, query } = asked;
    if (service === "git-receive-pack") await answerPush(request, response, { folder: join(root, name), repository }, { lab, gateway });
    else await pass(request, response, { backend, root, path: `/${name}/${service}`, query });
    return true;
  };
}

/** Git asks with an empty push first whether a long one would be let in. */
async function answerPush(
  request: IncomingMessage,
  response: ServerResponse,
  place: Pick<Push, "folder" | "repository">,
  { lab, gateway }: { readonly lab: Lab; readonly gateway: Gateway },
): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const isQuestion = body.toString() === "0000";
  const report = isQuestion ? "" : await takePush({ ...place, body, headers: request.headers }, lab, gateway);
  response.writeHead(200, { "content-type": "application/x-git-receive-pack-result", "cache-control": "no-cache" });
  response.end(report);
}

interface Asked {
  /** `owner/name` */
  readonly name: string;
  readonly service: string;
  readonly query: string;
  readonly pushes: boolean;
}

function askedOf(request: IncomingMessage): Asked | null {
  const { pathname, search } = new URL(request.url ?? "/", "http://127.0.0.1");
  const [, name, service] = PATHS.exec(pathname) ?? [];
  if (name === undefined || service === undefined) return null;
  return { name, service, query: search.slice(1), pushes: `${service}${search}`.includes("git-receive-pack") };
}

/** The repository that is asked for; the status of a refusal where it may not be. */
function reachable({ name, pushes }: Asked, { headers }: IncomingMessage, lab: Lab): RepositoryOptions | number {
  const actor = lab.tokens.actorOf(headers.authorization);
  if ("refused" in actor) return 401;
  const repository = repositoryOf(`/repos/${name}`, lab.options);
  return repository === null ? refusedStranger(actor) : (refusedGit(actor, repository, pushes) ?? repository);
}

/** The status of the refusal: unknown asks for a password, a private repository is not shown to exist. */
function refusedGit(actor: Actor, repository: RepositoryOptions, pushes: boolean): number | null {
  if (!may(actor, repository, "contents", "read") || (pushes && actor.kind === "anonymous")) return refusedStranger(actor);
  return pushes && !may(actor, repository, "contents", "write") ? 403 : null;
}

function refusedStranger({ kind }: Actor): number {
  return kind === "anonymous" ? 401 : 404;
}

const WORDS: Readonly<Record<number, string>> = {
  401: "Authentication required.",
  403: "Permission to the repository denied.",
  404: "Repository not found.",
};

function refuse(response: ServerResponse, status: number): true {
  response.writeHead(status, status === 401 ? { "www-authenticate": 'Basic realm="GitHub"' } : {});
  response.end(WORDS[status]);
  return true;
}

interface Backend {
  readonly backend: string;
  readonly root: string;
  readonly path: string;
  readonly query: string;
}

/** One request through the backend, which speaks CGI: headers, an empty line, the body. */
async function pass(request: IncomingMessage, response: ServerResponse, { backend, root, path, query }: Backend): Promise<void> {
  const { headers } = request;
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: path,
    QUERY_STRING: query,
    REQUEST_METHOD: request.method,
    REMOTE_ADDR: "127.0.0.1",
    CONTENT_TYPE: headers["content-type"],
    CONTENT_LENGTH: headers["content-length"],
    HTTP_CONTENT_ENCODING: headers["content-encoding"],
    GIT_PROTOCOL: [headers["git-protocol"]].flat()[0],
  };
  const child = spawn(backend, [], { env, stdio: ["pipe", "pipe", "ignore"] });
  // The backend may answer before it has read all; then the pipe breaks, and that is no fault.
  child.stdin.on("error", () => undefined);
  request.pipe(child.stdin);
  const output = child.stdout.toArray();
  await once(child, "close");
  const bytes = Buffer.concat(await output);
  const end = bytes.indexOf("\r\n\r\n");
  const lines = bytes.subarray(0, Math.max(end, 0)).toString().split("\r\n");
  const pairs = lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  const { Status: status = end < 0 ? "500" : "200", ...rest } = Object.fromEntries(pairs);
  response.writeHead(Number.parseInt(status, 10), end < 0 ? {} : rest);
  response.end(bytes.subarray(end + 4));
}
