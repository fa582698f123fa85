/** What holds a reply back before it is sent. */
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./script.ts";
import { sendPings } from "./send.ts";

/** Resolves when the reply may go. `ping`: what the service sends while nothing is there to say. */
export async function heldBack(fault: Fault | undefined, response: ServerResponse, released: Promise<void>, ping: string): Promise<void> {
  if (fault === undefined) return;
  if ("delayMs" in fault) await sleep(fault.delayMs, undefined, { ref: false });
  if ("pingMs" in fault) await sendPings(response, ping, fault.pingMs);
  if ("held" in fault) await released;
}
