/** A work is what agents are given: a script of the model, and what must be on disk when it is done. */
import type { Script } from "../service/answer.ts";
import { readSlot, setSlot } from "./repository.ts";

/** A script, and how many slots of the repository are set when it is done. */
export interface Work extends Script {
  readonly slots: number;
}

/** Reads a file, edits it and runs a command, again and again. No two commands are the same: circles would be ended. */
export function cycle(steps: number): Work {
  return {
    steps,
    slots: Math.floor((steps + 1) / 3),
    actionAt: (step) => {
      const slot = Math.floor(step / 3);
      if (step % 3 === 0) return readSlot(slot);
      return step % 3 === 1 ? setSlot(slot) : { kind: "exec", command: `true ${step}` };
    },
  };
}

/** Runs nothing but commands, which do nothing. */
export function commands(steps: number): Work {
  return { steps, slots: 0, actionAt: (step) => ({ kind: "exec", command: `true ${step}` }) };
}

/** Runs commands that print so many bytes each. */
export function output(steps: number, bytes: number): Work {
  const print = `head -c ${bytes} /dev/zero | tr '\\0' 'a' | fold -w 99`;
  return { steps, slots: 0, actionAt: (step) => ({ kind: "exec", command: `true ${step}; ${print}` }) };
}
