/** The clock of a job: this machine's, or GitHub's where this machine's is wrong. */
import { alignedClock } from "#adapters/github/client/aligned-clock.ts";
import { systemClock } from "#adapters/system-clock.ts";

/** One for the process: every answer of GitHub's aligns it. */
export const jobClock = alignedClock(systemClock);
