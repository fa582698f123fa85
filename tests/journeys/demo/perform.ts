/** What people do at the command line in a story: they begin a run, speak while it works, and answer when it rests. */
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import type { ScriptedModel } from "../../lab/model/server.ts";
import { commandLine, type Ended, type Seat } from "./command-line.ts";
import { argumentsOf, type Cue, isAnswerToPlan, nameOf, timesAsked, unsaid } from "./cue.ts";
import { eventsIn } from "./traces.ts";

export interface Stage {
  readonly seat: Seat;
  readonly model: ScriptedModel;
  readonly issueFile: string;
  readonly people: readonly Cue[];
  /** Hears each line of progress, and the events so far. */
  readonly onProgress: (line: string, events: readonly Event[]) => void;
  /** The folder of the run that this play began; null before there is one. */
  readonly fresh: () => Promise<string | null>;
}

/** What people have left to say, the plans that were approved, and what was refused. */
interface Talk {
  left: readonly Cue[];
  readonly approved: string[];
  readonly refused: string[];
}

/** Exit code of the command line for what it does not take. */
const MISUSED = 2;

/** Runs `new`, and after it whatever people say to a run that rests. `unsaid`: sentences that never had their moment, or were refused. */
export async function perform(stage: Stage): Promise<{ readonly ended: Ended; readonly unsaid: readonly string[] }> {
  const talk: Talk = { left: stage.people, approved: [], refused: [] };
  const first = ["new", stage.issueFile, ...(isAnswerToPlan(stage.people[0]) ? [] : ["--yes"])];
  let ended = await carry(first, talk, stage);
  for (let args = await answer(talk, stage); args !== null; args = await answer(talk, stage)) {
    ended = await carry(args, talk, stage);
    if (ended.code === MISUSED) talk.refused.push(`${args.join(" ")} was refused: ${ended.stderr.trim()}`);
  }
  return { ended, unsaid: [...talk.refused, ...unsaid(talk.left, stage.model.requests)] };
}

/** Runs one command to its end, and beside it whoever speaks meanwhile. */
async function carry(args: readonly string[], talk: Talk, stage: Stage): Promise<Ended> {
  let told: Promise<void> = Promise.resolve();
  const over = new AbortController();
  const speaking = speak(talk, stage, over.signal);
  const ended = await commandLine(args, stage.seat, (line) => {
    told = told.then(async () => stage.onProgress(line, await eventsIn(await stage.fresh())));
  });
  over.abort();
  await speaking;
  await told;
  return ended;
}

/** What is said to a run that rests: the next sentence, if its moment is there; else the approval of a plan that waits. Null: nothing. */
async function answer(talk: Talk, { fresh }: Stage): Promise<readonly string[] | null> {
  const folder = await fresh();
  const run = replay(await eventsIn(folder));
  if (folder === null || run === null) return null;
  const [cue, ...left] = talk.left;
  if (cue !== undefined && "stage" in cue.when && cue.when.stage === run.stage) {
    talk.left = left;
    return argumentsOf(cue, basename(folder));
  }
  const { request } = run;
  if (run.stage !== "awaiting_approval" || request?.reason !== null || isAnswerToPlan(cue) || talk.approved.includes(request.digest))
    return null;
  talk.approved.push(request.digest);
  return ["approve", "--run", basename(folder)];
}

/** Until the command is over, waits for the moment of each next sentence that has one in the middle, and says it. */
async function speak(talk: Talk, stage: Stage, over: AbortSignal): Promise<void> {
  const [cue, ...left] = talk.left;
  if (cue === undefined || !("role" in cue.when)) return;
  const { role, asked } = cue.when;
  while (timesAsked(role, stage.model.requests) < asked) {
    if (over.aborted) return;
    await sleep(20);
  }
  talk.left = left;
  const alias = basename((await stage.fresh()) ?? "");
  const { code, stderr } = await commandLine(argumentsOf(cue, alias), stage.seat, () => undefined);
  if (code !== 0) talk.refused.push(`${nameOf(cue)} was refused: ${stderr.trim()}`);
  return speak(talk, stage, over);
}
