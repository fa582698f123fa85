/** Buffers the events of an agent for a reader: a slow or absent reader never delays the agent. */
import type { SessionEvent } from "./session-event.ts";

/** The most events, and the most characters of their outputs, that wait for the reader. */
const MOST_EVENTS = 1000;
const MOST_CHARACTERS = 20_000_000;

export interface EventStream {
  /** For one reader. Ends after the last event once the stream has ended. Events before the first read are kept. */
  readonly events: AsyncIterable<SessionEvent>;
  /**
   * Never waits and never throws. Over the limit it drops the oldest events, and puts a `warning` with their number in
   * their place.
   */
  push(event: SessionEvent): void;
  /** Ends the stream. Idempotent. */
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

/** Counts the output of tools and agents: nothing else can be long. */
function weightOf({ kind, data }: SessionEvent): number {
  return kind === "primitive_end" || kind === "act_end" ? data.output.length : 0;
}
