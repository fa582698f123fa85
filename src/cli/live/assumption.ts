/** Defines what is assumed of the real GitHub, and what trying it can show. */
import type { LiveOutcome } from "#text/terminal/live-page.ts";
import type { Scratch } from "./scratch.ts";

/** What an attempt showed. `seen`: in words, for the person who compares it with what is assumed. */
export interface Observation {
  readonly outcome: LiveOutcome;
  readonly seen: string;
}

/** One assumption about GitHub that our own stand-ins cannot prove. */
export interface Assumption {
  /** Its name in tables and pages; never reused for another one. */
  readonly id: string;
  /** What we assume, as one sentence without a full stop. */
  readonly assumes: string;
  /** The file that relies on it. */
  readonly reliesOn: string;
  /**
   * Tries it once. What it makes it hands to `scratch.undo` before it is made. Throws the client's error for an answer
   * that it did not expect, and `Interrupted`.
   */
  readonly attempt: (scratch: Scratch) => Promise<Observation>;
}

/** `holds` or `differs`, by what was found. */
export function judged(holds: boolean, seen: string): Observation {
  return { outcome: holds ? "holds" : "differs", seen };
}

/** This token can never try it: nothing is wrong. */
export function notTried(why: string): Observation {
  return { outcome: "not tried", seen: why };
}
