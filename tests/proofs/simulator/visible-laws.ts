/** J4 (security 3.6): what we make on GitHub stands in a journal before it is there. Its key says which words of which journal. */
import * as z from "zod";
import { isApp } from "#adapters/github/issue/comment-author.ts";
import type { EventOf } from "#core/events/event.ts";
import type { Comment, Delivery } from "./github/things.ts";
import type { Sent } from "./net.ts";
import type { Told } from "./truth.ts";
import type { World } from "./world.ts";

type Journals = ReadonlyMap<string, Told>;

/** The law that this request of ours broke, as a sentence; none for one that makes nothing that people see. `told`: the journals when GitHub had carried it out. */
export function untold(world: World, { what }: Pick<Sent, "what">, told: Journals): readonly string[] {
  const { github } = world;
  if (/^POST .*\/dispatches$/.test(what)) return unordered(github.runs().at(-1)?.inputs["run_id"], told).map((why) => `${why}: ${what}`);
  const comment = commentOf(world, what);
  const author = github.state.accounts.get(comment?.author ?? 0);
  if (comment === undefined || author === undefined || !isApp(author)) return [];
  const key = /<!-- loopwright:(\S+) -->$/.exec(comment.body)?.[1];
  if (key === undefined) return [`J4: a comment of ours bears no mark: ${what}`];
  return isAnswer(world, comment, key) || isAnnounced(key, told) ? [] : [`J4: no journal announced the comment ${key}: ${what}`];
}

/** The comment that was made or changed; undefined for another request, and where it is gone. */
function commentOf({ github }: World, what: string): Comment | undefined {
  const [, changed] = /^PATCH .*\/issues\/comments\/(\d+)$/.exec(what) ?? [];
  const [, on] = /^POST .*\/issues\/(\d+)\/comments$/.exec(what) ?? [];
  return changed === undefined ? github.commentsOn(Number(on)).at(-1) : github.state.comments.get(Number(changed));
}

function unordered(runId: string | undefined, told: Journals): readonly string[] {
  const isOrdered = announcedIn(told).some((one) => one.runId === runId && one.effect === "dispatch");
  return isOrdered ? [] : [`J4: no journal announced the workflow run for ${runId}`];
}

/** `<run>/<effect>/<when it was announced>` */
function isAnnounced(key: string, told: Journals): boolean {
  return announcedIn(told).some(({ runId, effect, at }) => key === `${runId}/${effect}/${at}`);
}

function announcedIn(told: Journals): readonly (Pick<EventOf<"announced">, "effect" | "at"> & { readonly runId: string })[] {
  return [...told.values()].flatMap(({ runId, events }) =>
    events.flatMap((event) => (event.kind === "announced" ? [{ runId, ...event }] : [])),
  );
}

/**
 * Answers stand in no journal, because there may be no run: whoever said something is told why nothing follows. Their key names the words that
 * they answer (`reply/<comment>/<when it was said>`), a label's moment (`reply/label/<when>`), or the person who is told once (`denied/<account>`).
 */
function isAnswer({ github }: World, { issue }: Comment, key: string): boolean {
  const [kind = "", of = "", at = ""] = key.split("/");
  if (kind === "denied") return github.state.accounts.get(Number(of))?.type === "User";
  return kind === "reply" && github.deliveries.some((delivery) => isSaid(delivery, { issue, of, at: Number(at) }));
}

const Words = z.object({
  issue: z.object({ number: z.int() }),
  sender: z.object({ type: z.literal("User") }),
  comment: z.object({ id: z.int() }).optional(),
});

const SECOND = 1000;

/** A person said or did this on the issue then: GitHub tells times in whole seconds. */
function isSaid({ event, payload, at: then }: Delivery, { issue, of, at }: { issue: number; of: string; at: number }): boolean {
  if (Math.floor(then / SECOND) * SECOND !== at || !/^issue(?:s|_comment)\./.test(event)) return false;
  const { data } = Words.safeParse(payload);
  return data?.issue.number === issue && String(data.comment?.id ?? "label") === of;
}
