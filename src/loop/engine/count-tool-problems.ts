/** Counts the tool problems of the agents of one command, for the run's journal. */
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import { type ToolProblems, toolProblemsIn } from "#core/events/data/problem-tally.ts";
import { LearnSignal } from "#core/events/data/tool-problem.ts";
import type { StepContext } from "#loop/context/step-context.ts";

export interface ToolProblemCounter {
  /** Counts the event, and passes it on to the `tell` of the context. */
  readonly tell: StepContext["tell"];
  /**
   * The acts and tool problems so far, redacted and bounded. An act counts when its agent reports that it verified it.
   */
  readonly toolProblems: () => { readonly stumbles?: ToolProblems };
}

/** Makes a counter that stands between the agents and the `tell` of the context. */
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
