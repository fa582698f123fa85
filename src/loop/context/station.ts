/**
 * The stations of the engine: each performs some of the commands, and hands the run over at the first one that it
 * cannot perform.
 */
import type { EngineCommand } from "#core/decide/engine-command.ts";

export interface Station {
  readonly name: string;
  readonly performs: readonly EngineCommand["kind"][];
  /**
   * False: no other workflow run takes the work up when the job runs out of time, and the job reports that its time was
   * too short.
   */
  readonly resumable?: false;
}

export const CONTROL_STATION: Station = {
  name: "control",
  performs: ["hydrate", "review", "answer", "redirect", "reflect", "settle", "reply"],
};
/** The station control on a machine where the repository's code may run, in a sandbox. */
export const REHEARSING_STATION: Station = { name: "control", performs: [...CONTROL_STATION.performs, "rehearse"] };
export const RUN_STATION: Station = {
  name: "run",
  performs: [
    "redirect",
    "measure",
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
export const VERIFY_STATION: Station = { name: "verify", performs: ["verify", "reflect"], resumable: false };
export const PUBLISH_STATION: Station = { name: "publish", performs: ["publish", "settle", "reply", "draft"] };

/** The job `rehearse`: it runs the repository's code, and what comes of it the job `record` writes down. */
export const TRIAL_STATION: Station = { name: "rehearse", performs: ["settle", "rehearse"] };

/** The command line: all stations in one process. */
export const EVERYWHERE: Station = {
  name: "everywhere",
  performs: [REHEARSING_STATION, RUN_STATION, VERIFY_STATION, PUBLISH_STATION].flatMap(({ performs }) => performs),
};
