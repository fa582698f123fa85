/** Paces the writes to GitHub of one installation, or of one job: never faster than `core/config/pace` allows. */
import { pauseBeforeWrite, REMEMBERED_WRITES } from "#core/config/pace.ts";
import type { Clock } from "#ports/clock.ts";
import type { Client } from "./api.ts";

/** Resolves when the next write may be sent. One for each installation. */
export type WritePacing = () => Promise<void>;

/** A pacer without earlier writes. */
export function createWritePacing(clock: Clock): WritePacing {
  const sent: number[] = [];
  return async () => {
    const now = clock.now();
    const pause = pauseBeforeWrite(sent, now);
    // The next write queues behind this one, whether this one has waited or not.
    sent.push(now + pause);
    sent.splice(0, sent.length - REMEMBERED_WRITES);
    if (pause > 0) await clock.sleep(pause);
  };
}

/** Returns the pacer of an installation, created at its first write. */
export function writePacingByInstallation(clock: Clock): (installation: number) => WritePacing {
  const pacers = new Map<number, WritePacing>();
  return (installation) => {
    const pacer = pacers.get(installation) ?? createWritePacing(clock);
    pacers.set(installation, pacer);
    return pacer;
  };
}

/** Requests that make something people see or get a notification of. Reactions, refs and git objects are none. */
const CREATES = /\/(comments|replies|labels|pulls|check-runs|dispatches)$/;

/** Makes a client wait before each such request. Call it once for a client. */
export function withWritePacing<C extends Client>(client: C, turn: WritePacing): C {
  client.hook.before("request", async ({ method, url }) => {
    if (method === "POST" && CREATES.test(url)) await turn();
  });
  return client;
}
