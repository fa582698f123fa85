/** Lets the blows of a play fall where they are to fall, and counts those that did. */
import { Failure } from "#ports/failure.ts";
import type { Model, ModelReply } from "#ports/model.ts";
import { type Blow, COSTLY, type Kind, STORM, Whose } from "./blow.ts";
import type { Fault } from "./github/front.ts";
import type { Delivery } from "./github/things.ts";
import { telling } from "./leaks.ts";
import type { Fate, Sent } from "./net.ts";

/** When a webhook arrives, in milliseconds after it was sent: once, never, or more than once. */
type Arrivals = readonly number[];

export interface Weather {
  readonly fateOf: (sent: Sent) => Fate;
  /** What lists are like for this request. */
  readonly faultFor: (asked: { readonly method: string; readonly path: string }) => Fault | null;
  readonly arrivalsOf: (delivery: Delivery) => Arrivals;
  /** Milliseconds after which what was dispatched now is dispatched once more; empty where it is not. */
  readonly doublesOf: () => Arrivals;
  readonly over: (model: Model) => Model;
  /** Milliseconds that the setup of the job of this name takes. */
  readonly preparesOf: (name: string) => number;
  /** It happened: a blow of this kind. */
  readonly note: (kind: Kind) => void;
  /** How often each kind of blow fell. */
  readonly fallen: ReadonlyMap<Kind, number>;
}

const LISTS = /\/(?:comments|issues|pulls|runs|matching-refs\/.*)$/;

/** What is there twice when it is sent twice. */
const CREATES = /^POST .*\/(?:comments|dispatches|pulls)$/;

type Of<K extends Kind> = Extract<Blow, { kind: K }>;

/** Blows that have not fallen yet, and how often what they wait for has happened. */
interface Falling {
  readonly note: (kind: Kind) => void;
  readonly fallen: ReadonlyMap<Kind, number>;
  /** The first blow that is for this: it falls now, once. Null where none is. */
  readonly take: <B extends Blow>(isFor: (blow: Blow) => blow is B) => B | null;
  /** How often this has happened before. */
  readonly count: (what: string) => number;
}

function fallingOf(blows: readonly Blow[], now: () => number): Falling {
  const fallen = new Map<Kind, number>();
  const left = new Set(blows);
  const counts = new Map<string, number>();
  const note = (kind: Kind): void => void fallen.set(kind, (fallen.get(kind) ?? 0) + 1);
  return {
    note,
    fallen,
    take<B extends Blow>(isFor: (blow: Blow) => blow is B): B | null {
      const found = now() >= STORM ? undefined : [...left].find(isFor);
      if (found === undefined) return null;
      left.delete(found);
      note(found.kind);
      return found;
    },
    count(what) {
      const before = counts.get(what) ?? 0;
      counts.set(what, before + 1);
      return before;
    },
  };
}

/** `now`: milliseconds since the beginning of the play. */
export function weatherOf(blows: readonly Blow[], now: () => number): Weather {
  const falling = fallingOf(blows, now);
  const { note, fallen, take, count } = falling;
  return {
    note,
    fallen,
    fateOf({ by, change }) {
      const of = whoseIs(by.name);
      const counted = {
        all: count(of),
        changes: change === null ? -1 : count(`${of} changes`),
        creates: change === null || !CREATES.test(change.what) ? -1 : count(`${of} creates`),
      };
      const blow = take((one): one is Requested => isRequested(one) && one.of === of && one.nth === counted[amongOf(one)]);
      return blow === null ? "passes" : fateBy(blow);
    },
    faultFor({ method, path }) {
      if (method !== "GET" || !LISTS.test(path)) return null;
      const stale = blows.find((one): one is Of<"stale_lists"> => one.kind === "stale_lists" && isBetween(now(), one));
      if (stale === undefined) return null;
      note("stale_lists");
      return { kind: "stale_list", lag: stale.lag };
    },
    arrivalsOf() {
      const nth = count("webhooks");
      const blow = take((one): one is Posted => isPosted(one) && one.nth === nth);
      if (blow === null) return [0];
      if (blow.kind === "webhook_lost") return [];
      return blow.kind === "webhook_late" ? [blow.ms] : [0, blow.ms];
    },
    doublesOf() {
      const nth = count("dispatches");
      const blow = take((one): one is Of<"dispatch_doubled"> => one.kind === "dispatch_doubled" && one.nth === nth);
      return blow === null ? [] : [blow.ms];
    },
    over: (model) => moody(model, falling),
    preparesOf(name) {
      const job = whoseIs(name);
      const nth = count(`${job} setups`);
      return take((one): one is Of<"job_long"> => one.kind === "job_long" && one.job === job && one.nth === nth)?.ms ?? 0;
    },
  };
}

function moody(model: Model, { take, count }: Falling): Model {
  return {
    ...model,
    async reply(prompt, signal) {
      const nth = count("calls");
      const blow = take((one): one is Asked => isAsked(one) && one.nth === nth);
      const reply = await model.reply(prompt, signal);
      return blow === null ? reply : spoilt(reply, blow.kind);
    },
  };
}

function isBetween(now: number, { at, ms }: Of<"stale_lists">): boolean {
  return at <= now && now < at + ms;
}

type Posted = Of<"webhook_lost" | "webhook_late" | "webhook_doubled">;

function isPosted(blow: Blow): blow is Posted {
  return blow.kind.startsWith("webhook");
}

type Asked = Of<"model_overloaded" | "model_malformed" | "model_refuses" | "model_costly" | "model_tells">;

function isAsked(blow: Blow): blow is Asked {
  return blow.kind.startsWith("model");
}

type Requested = Extract<Blow, { of: Whose }>;

function isRequested(blow: Blow): blow is Requested {
  return "of" in blow;
}

/** Among which requests it is counted. */
function amongOf({ change, create }: Requested): "all" | "changes" | "creates" {
  return create === true ? "creates" : change ? "changes" : "all";
}

/** Processes are named after what they are: `bot 3`, `publish 400001`. */
function whoseIs(name: string): Whose {
  return Whose.parse(name.split(" ")[0]);
}

function fateBy(blow: Requested): Fate {
  switch (blow.kind) {
    case "late_answer":
    case "arrives_late":
    case "freezes":
      return { kind: blow.kind, ms: blow.ms };
    case "server_error":
      return { kind: "refused", status: 502, headers: {}, message: "Server Error" };
    case "limited":
      return { kind: "refused", status: 403, headers: { "retry-after": "60" }, message: "You have exceeded a secondary rate limit." };
    default:
      return blow.kind;
  }
}

function spoilt(reply: ModelReply, kind: Asked["kind"]): ModelReply {
  switch (kind) {
    case "model_overloaded":
      throw new Failure("model", "the model is overloaded (529)", { retryable: true });
    case "model_malformed":
      return { ...reply, text: "{ this is no answer", calls: [], finish: "done" };
    case "model_refuses":
      return { ...reply, text: "", calls: [], finish: "refused" };
    case "model_costly":
      return { ...reply, usage: { ...reply.usage, input: COSTLY } };
    case "model_tells":
      return { ...reply, text: telling(reply.text) };
  }
}
