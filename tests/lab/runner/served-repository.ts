/** A real repository behind git's own HTTP server on loopback, which asks for a token: for tests of the runner. */
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { git } from "./git.ts";

export interface ServedRepository {
  /** `owner/name` */
  readonly name: string;
  readonly url: string;
  /** Commits these files on `main`, beside those that are there; gives the commit. */
  commit(files: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

/** Whoever asks needs Basic `x-access-token:<token>`; files lie below `folder`. */
export async function serveRepository(folder: string, token: string): Promise<ServedRepository> {
  const name = "acme/widget";
  const [work, bare] = [join(folder, "work"), join(folder, "served", `${name}`)];
  await mkdir(work, { recursive: true });
  await mkdir(bare, { recursive: true });
  await git(["init", "--quiet", "--bare", "--initial-branch=main"], { folder: bare, home: folder });
  const settings = { "user.name": "Lab", "user.email": "lab@example.com", "init.defaultBranch": "main" };
  const here = { folder: work, home: folder, settings };
  await git(["init", "--quiet"], here);
  const server = createServer((request, response) => answer(join(folder, "served"), token, { request, response }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    name,
    url: addressOf(server),
    commit: async (files) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(work, path)), { recursive: true });
        await writeFile(join(work, path), text);
      }
      await git(["add", "--all"], here);
      await git(["commit", "--quiet", "--allow-empty", "--message=A change"], here);
      await git(["push", "--quiet", bare, "HEAD:main"], here);
      return await git(["rev-parse", "HEAD"], here);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("bug: the server listens on no port");
  return `http://127.0.0.1:${address.port}`;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function answer(root: string, token: string, { request, response }: Exchange): void {
  const expected = `basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`.toLowerCase();
  if (request.headers.authorization?.toLowerCase() !== expected) {
    response.writeHead(401, { "www-authenticate": "Basic" }).end();
    return;
  }
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => send(Buffer.concat(chunks), response));
}

/** A CGI program's answer: its headers, an empty line, its body. */
function send(output: Buffer, response: ServerResponse): void {
  const end = output.indexOf("\r\n\r\n");
  const headers = output
    .subarray(0, end)
    .toString()
    .split("\r\n")
    .map((line) => line.split(": "));
  for (const [key = "", value = ""] of headers) if (key !== "Status") response.setHeader(key, value);
  response.statusCode = Number(headers.find(([key]) => key === "Status")?.[1]?.slice(0, 3) ?? 200);
  response.end(output.subarray(end + 4));
}
