/** How much of the machine others use: what is measured beside them says as much about them. */
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds of one look. */
const LOOK = 1_000;
/** Looks until nobody is waited for any longer. */
const LOOKS = 60;
/** The share of all processors that others may use. */
export const QUIET = 0.1;

/** Waits until the machine is quiet, for a minute at most. Gives the share of all processors that was in use at the last look, 0 to 1. */
export async function whenQuiet(): Promise<number> {
  let share = await inUse();
  for (let look = 1; look < LOOKS && share > QUIET; look += 1) share = await inUse();
  return share;
}

async function inUse(): Promise<number> {
  const before = spent();
  await sleep(LOOK);
  const after = spent();
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
}

/** Milliseconds of all processors since the machine was started. */
function spent(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((one) => one.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) };
}
