/** The times of looks: how often there is one, and what it leaves to others. In milliseconds. */
import { MINUTE } from "#core/values/time.ts";

/** Between two rounds: with a lease of ten minutes, a lost worker is replaced after fifteen at the latest. */
export const POLL_INTERVAL = 5 * MINUTE;

/** For which what was said or done is left to its webhook, and what is owed to whoever is at it. */
export const WEBHOOK_GRACE = MINUTE;

/** For which a run is looked at after its end: whatever people do to their label later is theirs. */
export const POLL_AFTER_END = 15 * MINUTE;

/** After which a bot that gave no sign of life is given up, and another one does what it had in hand. */
export const BOT_LEASE = 15_000;

/**
 * How far a look goes back where no run is active: as long as GitHub keeps its deliveries. Nobody reckons with older
 * words any more.
 */
export const CATCH_UP_WINDOW = 72 * 60 * MINUTE;
