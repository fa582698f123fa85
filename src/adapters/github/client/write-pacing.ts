/** Whoever writes to GitHub through one installation, or one job, waits for their turn: never faster than `core/config/pace` allows. */
import { pauseBeforeWrite, REMEMBERED_WRITES } from "#core/config/pace.ts";
import type { Clock } from "#ports/clock.ts";
import type { Client } from "./api.ts";

/** Resolves when the next write may be sent. One for each installation. */
export type WritePacing = () => Promise<void>;

/** Nobody has written yet. */
export function createWritePacing(clock: Clock): WritePacing {
  const sent: number[] = [];
  return async () => {
    const now = clock.now();
    const pause = pauseBeforeWrite(sent, now);
    // Whoever comes next queues behind this one, whether it has waited or not.
    sent.push(now + pause);
    sent.splice(0, sent.length - REMEMBERED_WRITES);
    if (pause > 0) await clock.sleep(pause);
  };
}

/** One pacer for each installation, made when it is first asked for. */
export function writePacingByInstallation(clock: Clock): (installation: number) => WritePacing {
  const pacers = new Map<number, WritePacing>();
  return (installation) => {
    const pacer = pacers.get(installation) ?? createWritePacing(clock);
    pacers.set(installation, pacer);
    return pacer;
  };
}

/** What makes something that people see or are told of. Signs, refs and git objects are none of it. */
const CREATES = /\/(comments|replies|labels|pulls|check-runs|dispatches)$/;

/** Has a client wait before each request that creates such a thing. For a client that was given out once. */
export function withWritePacing<C extends Client>(client: C, turn: WritePacing): C {
  client.hook.before("request", async ({ method, url }) => {
    if (method === "POST" && CREATES.test(url)) await turn();
  });
  return client;
}
