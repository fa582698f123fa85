/** The pages for what stands before the bot: liveness and readiness. Nothing that they say tells of its work. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Queue } from "#ports/queue.ts";

/** The sources of the pages. `stopping`: whether the bot was told to end. */
export interface PageSources {
  readonly queue: Pick<Queue, "ready">;
  readonly stopping: () => boolean;
}

/** Answers `/healthz` and `/readyz`; false for every other page. */
export function pagesOf({
  queue,
  stopping,
}: PageSources): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const say = (response: ServerResponse, status: number, text: string): true => {
    response.writeHead(status, { "content-type": "text/plain", "cache-control": "no-store" }).end(text);
    return true;
  };
  return async ({ url }, response) => {
    if (url === "/healthz") return say(response, 200, "ok\n");
    if (url !== "/readyz") return false;
    if (stopping()) return say(response, 503, "the bot is being stopped\n");
    return (await queue.ready()) ? say(response, 200, "ready\n") : say(response, 503, "the queue cannot be reached\n");
  };
}
