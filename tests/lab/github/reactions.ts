/** Reactions to issues and to their comments: the emulator has none. */
import * as z from "zod";
import type { Lab } from "./lab.ts";
import type { Reaction } from "./reaction.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import { type Answer, NOT_FOUND } from "./rules/answer.ts";
import { NO_SUCH_REACTION, REACTIONS } from "./rules/issues.ts";
import { pageOf } from "./rules/limits.ts";
import { accountIn, read } from "./thing.ts";

const Body = z.object({ content: z.enum(REACTIONS) });

export const REACTION_ROUTES: readonly Route[] = ["/issues/{number}", "/issues/comments/{number}"].flatMap((thing) => [
  onRepository("GET", `${thing}/reactions`, list),
  onRepository("POST", `${thing}/reactions`, react),
  onRepository("DELETE", `${thing}/reactions/{id}`, withdraw),
]);

function thingOf(path: string): string {
  return path.replace(/^\/repos\//, "").replace(/\/reactions.*$/, "");
}

async function list({ ask, lab }: Call): Promise<Answer> {
  const content = ask.query.get("content");
  const there = lab.reactions.filter(({ on }) => on === thingOf(ask.path));
  const wanted = there.filter((reaction) => content === null || reaction.content === content);
  return { status: 200, body: pageOf(ask.query, wanted).map(shown) };
}

/** 201 for a new one, 200 for one that was there (F22). */
async function react({ ask, lab }: Call): Promise<Answer> {
  const body = Body.safeParse(ask.body);
  if (!body.success) return NO_SUCH_REACTION;
  const [on, login, { content }] = [thingOf(ask.path), ask.actor.login, body.data];
  if (!(await isThere(on, lab)) && !(await isThere(on.replace("/issues/", "/pulls/"), lab))) return NOT_FOUND;
  const old = lab.reactions.find((reaction) => reaction.on === on && reaction.login === login && reaction.content === content);
  if (old) return { status: 200, body: shown(old) };
  const user = await accountIn(lab, login);
  const reaction = { id: lab.reactions.length + 1, on, login, content, user, created_at: new Date().toISOString() };
  lab.reactions.push(reaction);
  return { status: 201, body: shown(reaction) };
}

/** A pull request is an issue too, and the emulator does not show it as one. */
async function isThere(on: string, { state }: Lab): Promise<boolean> {
  return (await read({ state }, `/repos/${on}`)) !== null;
}

async function withdraw({ ask, lab, parameter }: Call): Promise<Answer> {
  const index = lab.reactions.findIndex(({ id, login }) => String(id) === parameter("id") && login === ask.actor.login);
  if (index < 0) return NOT_FOUND;
  lab.reactions.splice(index, 1);
  return { status: 204 };
}

/** A list of comments with how often each sign stands on them; everything else stays as it is. `path`: of the list. */
export function withCounts(body: unknown, path: string, { reactions, url }: Pick<Lab, "reactions" | "url">): unknown {
  if (!Array.isArray(body) || !/\/issues(\/\d+)?\/comments$/.test(path)) return body;
  const place = path.replace(/^\/repos\//, "").replace(/\/issues(\/\d+)?\/comments$/, "");
  return body.map((comment: object) => {
    const on = `${place}/issues/comments/${Object(comment).id}`;
    const those = reactions.filter((reaction) => reaction.on === on).map(({ content }) => content);
    const counts = REACTIONS.map((sign) => [sign, those.filter((one) => one === sign).length]);
    return { ...comment, reactions: { url: `${url}/repos/${on}/reactions`, total_count: those.length, ...Object.fromEntries(counts) } };
  });
}

function shown({ id, content, user, created_at }: Reaction): unknown {
  return { id, node_id: `REA_${id}`, user, content, created_at };
}
