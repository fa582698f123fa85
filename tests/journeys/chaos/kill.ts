/** Which process is killed and when, drawn from a seed: the same seed, the same kills. When they strike depends on the machine. */
import { type Dice, diceOf } from "../../proofs/simulator/dice.ts";

/** `requests`: as soon as GitHub has answered so many more requests of the victim's, and the answer to the last one is not out yet; `ms`: after so long. */
export type Moment = { readonly requests: number } | { readonly ms: number };

export interface Kill {
  readonly who: "bot" | "job";
  readonly when: Moment;
  /** Of a job: everything that it started dies with it, as when the machine is lost; else its first process alone. */
  readonly whole: boolean;
  /** Milliseconds until a killed bot is started again. */
  readonly down: number;
}

const MOST_REQUESTS = 24;
const MOST_MS = 2_500;
const MOST_DOWN = 1_200;

/** So many kills, one after the other. */
export function killsOf(seed: number, count: number): readonly Kill[] {
  const dice = diceOf(seed);
  // The first numbers of neighbouring seeds are alike in nothing.
  return Array.from({ length: count }, () => killOf(dice));
}

function killOf(dice: Dice): Kill {
  const who = dice.oneIn(2) ? "bot" : "job";
  const when = dice.oneIn(3) ? { ms: dice.roll(MOST_MS) } : { requests: 1 + dice.roll(MOST_REQUESTS) };
  return { who, when, whole: dice.oneIn(2), down: dice.roll(MOST_DOWN) };
}
