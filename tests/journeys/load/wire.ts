/** GitHub's side of the wire, as far as a refused command asks for it: small, so that it is not what is measured. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";

/** A reaction that was made, in order of time. `comment`: its id. */
export interface Sign {
  readonly comment: number;
  readonly content: string;
}

export interface Wire {
  readonly url: string;
  /** Each reaction once, as GitHub keeps them. */
  readonly signs: readonly Sign[];
  /** Reactions that were asked for while they were there already. */
  readonly again: readonly Sign[];
  /** Comments whose first reaction was refused once. */
  readonly refused: ReadonlySet<number>;
  /** From now on nothing is answered. */
  readonly hold: () => void;
  readonly close: () => void;
}

const Body = z.object({ content: z.string() });

/** On a free port of loopback. `fails`: true for a comment whose first reaction is refused once, by the limit that GitHub calls secondary. */
export async function startWire(fails: (comment: number) => boolean): Promise<Wire> {
  const signs: Sign[] = [];
  const again: Sign[] = [];
  const made = new Set<string>();
  const refused = new Set<number>();
  let held = false;
  const react = (comment: number, content: string, answer: Answer): void => {
    if (fails(comment) && !refused.has(comment)) {
      refused.add(comment);
      const limit = { message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again." };
      answer(403, limit, { "retry-after": "3600" });
      return;
    }
    const isNew = !made.has(`${comment} ${content}`);
    made.add(`${comment} ${content}`);
    (isNew ? signs : again).push({ comment, content });
    answer(isNew ? 201 : 200, { id: signs.length, content });
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (held) return;
    const [, comment] = /\/issues\/comments\/(\d+)\/reactions$/.exec(request.url ?? "") ?? [];
    const answer = answerOf(response);
    if (comment !== undefined) react(Number(comment), Body.parse(JSON.parse(body)).content, answer);
    else other(request, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    signs,
    again,
    refused,
    hold: () => {
      held = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Answer = (status: number, data: unknown, headers?: Readonly<Record<string, string>>) => void;

function answerOf(response: ServerResponse): Answer {
  return (status, data, headers = {}) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(data));
}

/** A token, the App's own name, a repository without a run, and people who may only read. Throws an `Error` for what a refused command never asks. */
function other({ method, url = "" }: IncomingMessage, answer: Answer): void {
  if (url.endsWith("/access_tokens")) {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    answer(201, { token: `ghs_${"a".repeat(36)}`, expires_at, permissions: {}, repository_selection: "selected" });
  } else if (url === "/app") answer(200, { id: 1, slug: "loopwright" });
  else if (url.startsWith("/app/installations?")) answer(200, []);
  else if (url === "/graphql") answer(200, { data: { repository: { id: "R_1", ref: null } } });
  else if (url.includes("/git/matching-refs/")) answer(200, []);
  else if (url.endsWith("/permission")) answer(200, { permission: "read", role_name: "read", user: { id: 7, login: "rob" } });
  else throw new Error(`the load's GitHub was asked ${method} ${url}, which it does not know`);
}
