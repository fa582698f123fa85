/** The clock of a job: this machine's, corrected by GitHub's where the machine is wrong. */
import { alignedClock } from "#adapters/github/client/aligned-clock.ts";
import { systemClock } from "#adapters/system-clock.ts";

/** One for the process: every answer of GitHub corrects it. */
export const jobClock = alignedClock(systemClock);
