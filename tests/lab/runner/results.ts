/** How jobs and steps end; a run's own end is `Conclusion` (tests/lab/actions). */
import type { Conclusion } from "../actions/dispatched.ts";

/** `needs.<job>.result` */
export type JobResult = Conclusion | "skipped";

/** `steps.<id>.outcome` */
export type StepResult = JobResult;
