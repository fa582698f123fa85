/**
 * Reads the kill switch: from GitHub where the token may, else as the job got it at its start
 * (.github/decisions/0028-the-kill-switch.md).
 */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { githubFailureOf } from "#adapters/github/client/github-request.ts";
import { FREEZE_VARIABLE, FROZEN_MESSAGE, isFrozen } from "#core/config/kill-switch.ts";
import type { Clock } from "#ports/clock.ts";

/** As `GitHub.freeze`. */
type Freeze = () => Promise<string | null>;

/**
 * Milliseconds for which an answer is reused: the bot asks once for an event and all that follows from it, and a job
 * asks seldom.
 */
const HELD = { desk: 60_000, worker: 300_000 };

const UNREADABLE =
  `whether the repository's variable ${FREEZE_VARIABLE} is set cannot be read, so nothing begins: ` +
  "grant the App the permission Variables (read) and accept it for the installation";

/** For an App. A variable that it may not read counts as set: otherwise setting it would have no effect. */
export function killSwitchOfApp(api: Api, place: RepositoryLocation, clock: Clock): Freeze {
  return held(clock, HELD.desk, null, () => look(api, place, UNREADABLE));
}

/**
 * For a job, which gets the variable's `value` when it starts. A workflow's own token may never read variables, so that
 * value holds; where a token of an App may, a long job asks again.
 */
export function killSwitchOfJob(api: Api, place: RepositoryLocation, value: string, clock: Clock): Freeze {
  const atStart = inWords(value);
  if (atStart !== null) return () => Promise.resolve(atStart);
  return held(clock, HELD.worker, { at: clock.now(), answer: null }, () => look(api, place, null));
}

function inWords(value: string | null): string | null {
  return isFrozen(value) ? FROZEN_MESSAGE : null;
}

/** One request. `forbidden`: the answer where the token may not read variables. Throws `Failure("github")`. */
async function look(api: Api, { owner, repo }: RepositoryLocation, forbidden: string | null): Promise<string | null> {
  try {
    return inWords((await api.rest.actions.getRepoVariable({ owner, repo, name: FREEZE_VARIABLE })).data.value);
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (refusal?.status === 404) return null;
    if (refusal?.status === 403 && !refusal.limited) return forbidden;
    throw githubFailureOf(error);
  }
}

interface Seen {
  readonly at: number;
  readonly answer: string | null;
}

function held(clock: Clock, ms: number, first: Seen | null, ask: Freeze): Freeze {
  let seen = first;
  return async () => {
    if (seen !== null && clock.now() - seen.at < ms) return seen.answer;
    const answer = await ask();
    seen = { at: clock.now(), answer };
    return answer;
  };
}
