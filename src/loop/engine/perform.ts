/**
 * Performs a command and gives its events, with time and price. A failure of the outside becomes an event, so that the
 * core decides what follows.
 */
import { meterModel } from "#agent/window/meter.ts";
import { mapTexts } from "#core/analysis/secrets/redact.ts";
import { type EngineCommand, STEP_OF } from "#core/decide/engine-command.ts";
import { eventMessage } from "#core/events/data/event-message.ts";
import { timeUsedOf } from "#core/events/data/time-used.ts";
import { type Event, type EventDraft, withTime } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { NO_USAGE, tokensOf } from "#core/values/usage.ts";
import type { RecordingStepContext, StepContext, StepFunction } from "#loop/context/step-context.ts";
import { answer, investigate } from "#loop/steps/answer.ts";
import { audit } from "#loop/steps/audit.ts";
import { claimHandOver } from "#loop/steps/claim-hand-over.ts";
import { critique } from "#loop/steps/critique.ts";
import { decompose } from "#loop/steps/decompose.ts";
import { draft } from "#loop/steps/draft.ts";
import { evaluate, keep } from "#loop/steps/evaluate.ts";
import { hydrate } from "#loop/steps/hydrate.ts";
import { measure } from "#loop/steps/measure.ts";
import { plan } from "#loop/steps/plan.ts";
import { prepare } from "#loop/steps/prepare.ts";
import { probe } from "#loop/steps/probe.ts";
import { produce } from "#loop/steps/produce.ts";
import { publish } from "#loop/steps/publish.ts";
import { redirect } from "#loop/steps/redirect.ts";
import { refine } from "#loop/steps/refine.ts";
import { reflect } from "#loop/steps/reflect.ts";
import { rehearse } from "#loop/steps/rehearse.ts";
import { reply } from "#loop/steps/reply.ts";
import { review } from "#loop/steps/review.ts";
import { scoreBase } from "#loop/steps/score-base.ts";
import { sendEffect } from "#loop/steps/send-effect.ts";
import { setup } from "#loop/steps/setup.ts";
import { verify } from "#loop/steps/verify.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import { toolProblemCounter } from "./count-tool-problems.ts";
import { readable } from "./readable-events.ts";
import { haltBefore } from "./recheck.ts";

const STEPS: Readonly<Record<Exclude<EngineCommand["kind"], WithObject["kind"]>, StepFunction>> = {
  hydrate,
  rehearse,
  review,
  redirect,
  measure,
  answer,
  investigate,
  consume: claimHandOver,
  setup,
  score_base: scoreBase,
  plan,
  prepare,
  evaluate,
  keep,
  critique,
  refine,
  audit,
  verify,
  publish,
  reply,
  draft,
};

/** The commands that name an object, such as an atom or an effect. */
type WithObject = Extract<EngineCommand, { kind: "probe" | "decompose" | "produce" | "reflect" | "settle" }>;

type StepOn<C extends WithObject> = (
  command: C,
  run: Run,
  context: RecordingStepContext,
) => Promise<readonly EventDraft[]>;

const ON: { readonly [K in WithObject["kind"]]: StepOn<Extract<WithObject, { kind: K }>> } = {
  probe,
  decompose,
  produce,
  reflect,
  settle: sendEffect,
};

function hasObject(command: EngineCommand): command is WithObject {
  return command.kind in ON;
}

function onObject(command: WithObject, run: Run, context: RecordingStepContext): Promise<readonly EventDraft[]> {
  // The table is keyed by the kind, so command and step always fit.
  return (ON[command.kind] as StepOn<WithObject>)(command, run, context);
}

/** Performs one command. A failure of the outside or an interruption gives an event and no error; a bug is thrown. */
export async function perform(command: EngineCommand, run: Run, context: StepContext): Promise<readonly Event[]> {
  const { tokens, dollars } = limitsOf(run);
  const meter = meterModel(context.model, { tokens, dollars }, run.spend);
  const audits: EventDraft<"audit_done">[] = [];
  const since = context.clock.now();
  const { tell, toolProblems } = toolProblemCounter(context);
  const outcome = await attempt(command, run, {
    ...context,
    model: meter,
    tell,
    record: (draft) => void audits.push(draft),
  });
  // From here the text of models and commands goes into the journal, the comments and the log.
  const drafts = mapTexts([...audits, ...outcome], context.redact);
  const spend = meter.take();
  const at = context.clock.now();
  const spent = spend.calls === NO_USAGE.calls && tokensOf(spend) === 0 ? {} : { spend };
  const step = STEP_OF[command.kind];
  const events = readable(drafts, step);
  const took = timeUsedOf(step, at - since, events);
  return events.map((draft, index) => ({
    ...withTime(draft, at),
    ...(index === 0 ? { ...spent, ...took, ...toolProblems() } : {}),
  }));
}

async function attempt(
  command: EngineCommand,
  run: Run,
  context: RecordingStepContext,
): Promise<readonly EventDraft[]> {
  const step = STEP_OF[command.kind];
  try {
    const halt = await haltBefore(command, run, context.github);
    if (halt !== null) return [halt];
    return hasObject(command) ? await onObject(command, run, context) : await STEPS[command.kind](run, context);
  } catch (error) {
    if (error instanceof Interrupted) return [{ kind: "step_interrupted", step }];
    if (!(error instanceof Failure)) throw error;
    const message = eventMessage(error.message);
    if (error.service === "budget" && command.kind !== "reflect")
      return [{ kind: "budget_refused", message: message.slice(0, 500) }];
    return [{ kind: "phase_error", step, message, retryable: error.retryable }];
  }
}
