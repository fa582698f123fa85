/** How large a world the checker looks at: every part can be left out, so that a small proof stays fast. */
import type { Workflow } from "#core/plan/workflow.ts";

/** `github`: effects are announced and settled, permissions change. `people`: somebody stops, resumes, approves without being allowed to. */
export interface Scene {
  readonly github: boolean;
  readonly workers: 1 | 2;
  readonly people: boolean;
  /** Somebody pauses, redirects, unblocks, answers, changes numbers, and goes step by step. */
  readonly steering: boolean;
  /** Once work was shown, somebody reviews it, pauses what follows, or takes the pull request over. */
  readonly reviews: boolean;
  /** How many redirects and answers a run is told at most: without an end of them the world would have none. */
  readonly corrections: number;
  /** How the issue is treated: a change, or an answer at the desk or on the bench. */
  readonly workflow: Workflow;
  /** The plan is a graph: alternatives, doubtful atoms, atoms that fail and are split; else one atom that is done. */
  readonly atoms: boolean;
  /** How often each of them is tried. */
  readonly attempts: number;
  /** Steps fail, are interrupted, are refused by the budget; audits object; setup fails; the journal is damaged. */
  readonly trouble: boolean;
  readonly crashes: boolean;
  /** Hydration, review and base may go wrong; else they go well. */
  readonly gates: boolean;
  /** Trees and verdicts of all kinds, levels that fail with warnings only among them; else good work alone. */
  readonly work: boolean;
  /** The configured format command changes what was made. */
  readonly formats: boolean;
  /** Unfinished work is shown as a draft. */
  readonly drafts: boolean;
  /** Plans are tried before they are shown: by whoever makes them, or by a job. */
  readonly tried: "here" | "job" | null;
  readonly iterations: number;
  readonly revisions: number;
  readonly qaRounds: number;
}

/** Everything that can happen. */
export const ALL: Scene = {
  github: true,
  workers: 2,
  people: true,
  steering: true,
  reviews: true,
  corrections: 2,
  workflow: "tdd",
  atoms: true,
  attempts: 1,
  trouble: true,
  crashes: true,
  gates: true,
  work: true,
  formats: true,
  drafts: true,
  tried: null,
  iterations: 4,
  revisions: 2,
  qaRounds: 2,
};

/** One worker, good work, nothing goes wrong: what a small proof begins with. */
export const CALM: Scene = {
  ...ALL,
  github: false,
  workers: 1,
  people: false,
  steering: false,
  reviews: false,
  corrections: 1,
  atoms: false,
  trouble: false,
  crashes: false,
  gates: false,
  work: false,
  formats: false,
  drafts: false,
  iterations: 2,
};
