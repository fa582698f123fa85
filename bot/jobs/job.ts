/** From a webhook to a job, and from a job to its work at the desk. */
import { basename } from "node:path";
import type { Probot } from "probot";
import * as z from "zod";
import { type AlignedClock, aligning } from "#adapters/github/client/aligned-clock.ts";
import { checked } from "#adapters/github/client/outgoing.ts";
import { type Pacer, paced } from "#adapters/github/client/paced.ts";
import { endedRun } from "#adapters/github/workflow/ended-run.ts";
import { redactedLog } from "#adapters/redacted-log.ts";
import { systemRandom } from "#adapters/system-random.ts";
import type { Guard } from "#core/analysis/secrets/redact.ts";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import { deskOf } from "#hub/desk.ts";
import { endedOf, heardOf, type Origin, originOf } from "#hub/heard.ts";
import { keptOf } from "#hub/kept.ts";
import type { Desk } from "#loop/desk/context/desk.ts";
import { hear, hearAhead } from "#loop/desk/hear/hear.ts";
import { expectsRun, hasteOf } from "#loop/desk/hear/understand.ts";
import { close } from "#loop/desk/reconcile/close.ts";
import type { EndOf } from "#loop/desk/reconcile/look-after.ts";
import { reconcile } from "#loop/desk/reconcile/reconcile.ts";
import type { Job } from "#ports/queue.ts";
import type { Settings } from "../config/settings.ts";
import { logOf } from "./log.ts";
import { type Minter, narrowed } from "./narrow.ts";

/** A workflow run that is over. All other events are `HEARD`. */
export const ENDED = "workflow_run.completed";

/** A look at an issue that no webhook asked for (`rounds.ts`). */
const LOOK = "loopwright.look";

const Looked = z.looseObject({ look: z.object({ issue: z.int().positive() }) });

/** What a job is done with. `signal`: aborted when work in hand must end now. */
export interface JobWorld {
  readonly settings: Pick<Settings, "access" | "serverUrl">;
  /** The App itself: it makes the tokens. */
  readonly app: Minter;
  /** Knows the secrets of the bot (`guardOf`). */
  readonly guard: Guard;
  readonly log: Probot["log"];
  /** Takes down which run a job turned out to be about. */
  readonly runs: WeakMap<Job, string>;
  readonly clock: AlignedClock;
  /** What all who write through one installation share. */
  readonly pacerOf: (installation: number) => Pacer;
  readonly signal: AbortSignal;
}

/** What a webhook asks for. */
interface Wish {
  readonly issue: number;
  /** Talk may not crowd it out. */
  readonly vital: boolean;
  /** The number of the account that wishes it; absent where it is none. */
  readonly from?: string;
  /** A run is likely to be active. */
  readonly expected: boolean;
  readonly work: (desk: Desk, endOf: EndOf) => Promise<void>;
  /** What of it cannot wait for its turn; absent where nothing is. */
  readonly ahead?: (desk: Desk) => Promise<void>;
}

/** The look at an issue, as a job. `round`: the same for all bots that look in the same minutes, so that one of them does it. */
export function lookAt(issue: number, round: string, { repository, installation }: Pick<Origin, "repository" | "installation">): Job {
  const key = `${repository.owner.login}/${repository.name}#${issue}`;
  return { key, delivery: `look/${round}/${key}`, vital: false, event: LOOK, payload: { repository, installation, look: { issue } } };
}

/** Whether no webhook asked for it: the next round asks again. */
export function isLook({ event }: Job): boolean {
  return event === LOOK;
}

/**
 * The jobs that a webhook is: its turn, and before it what of it cannot wait for that; none for what is no wish. Throws an `Error` for a
 * payload of another shape.
 */
export function jobsOf(event: string, delivery: string, payload: object): readonly Job[] {
  const wish = wishOf(event, payload);
  if (wish === null) return [];
  const { repository } = originOf(payload);
  const key = `${repository.owner.login}/${repository.name}#${wish.issue}`;
  const { vital, from } = wish;
  const turn: Job = { key, delivery, vital, ...(from !== undefined && { from }), event, payload: keptOf(payload) };
  return wish.ahead === undefined ? [turn] : [{ ...turn, delivery: `${delivery}/ahead`, ahead: true }, turn];
}

function wishOf(event: string, payload: object): Wish | null {
  if (event === ENDED) {
    const found = endedOf(payload);
    return found && { issue: found.issue, vital: true, expected: true, work: (desk) => close(found.ended, desk) };
  }
  if (event === LOOK) return { issue: Looked.parse(payload).look.issue, vital: false, expected: true, work: reconcile };
  const found = heardOf(event, payload);
  if (found === null) return null;
  const { issue, heard } = found;
  const haste = hasteOf(heard);
  // Prose never waits in line: a `/stop` behind it must find room there.
  if (haste === null) return null;
  const ahead = haste.ahead ? { ahead: (desk: Desk) => hearAhead(heard, desk) } : {};
  const from = String(heard.by.id);
  return { issue, vital: haste.vital, from, expected: expectsRun(heard), work: (desk) => hear(heard, desk), ...ahead };
}

/** Does a job to its end. Checks its payload as if it came from outside. Throws `Failure` and, for a payload of another shape, an `Error`. */
export async function perform(job: Job, world: JobWorld): Promise<void> {
  const { key, delivery, event, payload, ahead } = job;
  const wish = wishOf(event, payload);
  const work = ahead === true ? wish?.ahead : wish?.work;
  if (wish === null || work === undefined)
    throw new Error(`the job ${delivery} holds no wish any more: it was put by another version of the bot`);
  const { repository, installation } = originOf(payload);
  const { settings, guard, signal, app, clock, log } = world;
  const octokit = narrowed(app, { installationId: installation.id, repositoryId: repository.id }, log);
  paced(aligning(octokit, clock), world.pacerOf(installation.id));
  const own = logOf(log, { delivery, issue: key });
  const lines = redactedLog(own, guard.hide);
  const subject = {
    owner: repository.owner.login,
    repo: repository.name,
    repositoryId: repository.node_id,
    defaultBranch: repository.default_branch,
    issue: wish.issue,
  };
  const api = checked(octokit, { guard, warn: lines.warn });
  const { expected } = wish;
  const given = { api, settings, freeze: null, expected, clock, random: systemRandom, guard, signal };
  const at = { owner: subject.owner, repo: subject.repo, workflow: basename(WORKFLOW_FILE) };
  const onRun = (run: string): void => {
    own.ofRun(run);
    world.runs.set(job, run);
  };
  await work(deskOf(subject, { ...given, whenAborted: "put_down", log: lines, onRun }), (counted) => endedRun(api, at, counted));
  lines.info(`${event} is ${ahead === true ? "heard ahead of its turn" : "done"}`);
}
