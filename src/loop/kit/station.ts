/** Where the engine runs, and which commands it can perform there (architecture 2). At the first that it cannot, it hands over. */
import type { Command } from "#core/decide/command.ts";

export interface Station {
  readonly name: string;
  readonly performs: readonly Command["kind"][];
  /** No other workflow run takes the run up where the job has no time left: the job says that its time was too short. */
  readonly handsOn?: false;
}

export const DESK: Station = { name: "desk", performs: ["hydrate", "review", "answer", "redirect", "reflect", "settle", "reply"] };
export const BENCH: Station = {
  name: "bench",
  performs: [
    "redirect",
    "consume",
    "setup",
    "investigate",
    "score_base",
    "plan",
    "probe",
    "decompose",
    "produce",
    "prepare",
    "evaluate",
    "keep",
    "critique",
    "refine",
    "audit",
    "reflect",
    "settle",
  ],
};
export const PROOF: Station = { name: "proof", performs: ["verify", "reflect"], handsOn: false };
export const PRESS: Station = { name: "press", performs: ["publish", "settle", "reply", "draft"] };

/** The command line: all stations in one process. */
export const EVERYWHERE: Station = { name: "everywhere", performs: [DESK, BENCH, PROOF, PRESS].flatMap(({ performs }) => performs) };
