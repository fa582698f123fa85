/** Listens to the agents of one command: what they stumbled over becomes a fact of the run (S3.28, M3.07). */
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import { type ToolProblems, toolProblemsIn } from "#core/events/data/problem-tally.ts";
import { LearnSignal } from "#core/events/data/tool-problem.ts";
import type { StepContext } from "#loop/context/step-context.ts";

export interface ToolProblemCounter {
  /** Tells on whoever follows the agents. */
  readonly tell: StepContext["tell"];
  /** What was heard so far, redacted and within its bounds; every act is verified once by its agent. */
  readonly toolProblems: () => { readonly stumbles?: ToolProblems };
}

/** A listener between the agents and whoever follows them. */
export function toolProblemCounter(context: Pick<StepContext, "tell" | "redact">): ToolProblemCounter {
  let acts = 0;
  const signals: LearnSignal[] = [];
  const tell = (event: SessionEvent): void => {
    context.tell(event);
    if (event.kind === "verify") acts += 1;
    if (event.kind === "learn_signal") signals.push(kept(event.data, context.redact));
  };
  return { tell, toolProblems: () => toolProblemsIn(acts, signals) };
}

function kept(signal: LearnSignal, redact: StepContext["redact"]): LearnSignal {
  const { goal, details } = signal;
  return LearnSignal.parse({
    ...signal,
    goal: redact(goal),
    details: { ...details, name: redact(details.name), output: redact(details.output) },
  });
}
