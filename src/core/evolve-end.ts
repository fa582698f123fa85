/** What the events of QA and of the end change. */
import type { Changes } from "./reducer.ts";

export const END_CHANGES: Changes = {
  loop_passed: (run, { reason }) => ({
    passedBy: reason,
    checklist: [],
    qa: run.qa === null ? null : { ...run.qa, last: null },
    audits: { ...run.audits, beforeQa: false },
  }),
  reflection_done: (_run, { reflection }) => ({ reflection }),
  published: (_run, { number, url, branch, head }) => ({ published: { number, url, branch, head }, trouble: null }),
  stopped: (_run, { reason }) => ({ ending: reason }),
  failed: (_run, { reason }) => ({ ending: reason }),
  run_blocked: (_run, { reason }) => ({ ending: reason }),
  completed: (_run, { reason }) => ({ ending: reason }),
};
