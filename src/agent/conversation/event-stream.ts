/** The events of an agent as something to read at leisure: a reader that is slow or absent never holds the agent up. */
import type { SessionEvent } from "./session-event.ts";

/** Events, and characters of what tools said in them, that wait for a reader at most. */
const MOST_EVENTS = 1000;
const MOST_CHARACTERS = 20_000_000;

export interface EventStream {
  /** For one reader. Ends after the last event once the stream has ended. What was told before somebody read waits for them. */
  readonly events: AsyncIterable<SessionEvent>;
  /** Never waits and never throws. Over the bound the oldest events go, and a `warning` in their place says how many. */
  push(event: SessionEvent): void;
  /** Nothing comes any more. Idempotent. */
  end(): void;
}

/** An empty stream. */
export function eventStream(): EventStream {
  let waiting: SessionEvent[] = [];
  let characters = 0;
  let lost = 0;
  let ended = false;
  let wake = (): void => undefined;
  const take = (): SessionEvent | undefined => {
    const event = waiting.shift();
    if (event === undefined || lost === 0) {
      characters -= event === undefined ? 0 : weightOf(event);
      return event;
    }
    waiting = [event, ...waiting];
    const text = `${lost} events were lost here: nobody read them in time`;
    lost = 0;
    return { ...event, kind: "warning", data: { text } };
  };
  return {
    push: (event) => {
      waiting.push(event);
      characters += weightOf(event);
      while (waiting.length > 1 && (waiting.length > MOST_EVENTS || characters > MOST_CHARACTERS)) {
        const oldest = waiting.shift();
        characters -= oldest === undefined ? 0 : weightOf(oldest);
        lost += 1;
      }
      wake();
    },
    end: () => {
      ended = true;
      wake();
    },
    events: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          const event = take();
          if (event !== undefined) yield event;
          else if (ended) return;
          else await new Promise<void>((settle) => (wake = settle));
        }
      },
    },
  };
}

/** Only the output of tools and agents can be long. */
function weightOf({ kind, data }: SessionEvent): number {
  return kind === "primitive_end" || kind === "act_end" ? data.output.length : 0;
}
