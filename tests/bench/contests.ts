/** All contests of the bench: whoever adds one adds it here. */
import type { Contest } from "./contest.ts";
import { START } from "./start/start.ts";

export const CONTESTS: readonly Contest[] = [START];
