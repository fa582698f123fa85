/** All contests of the bench: whoever adds one adds it here. */
import { agentContest, execContest, OUTPUT } from "./agents/contests.ts";
import type { Contest } from "./contest.ts";
import { START } from "./start/start.ts";

export const CONTESTS: readonly Contest[] = [agentContest(10, 100, 199), execContest(100), OUTPUT, START];
