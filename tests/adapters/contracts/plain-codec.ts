/** A codec for tests, so that they do not lean on the words of the core. */
import type { Codec } from "#adapters/journal/codec.ts";
import { Event } from "#core/events/event.ts";
import type { History } from "#ports/journal.ts";

/** The envelope of S1.16 with the whole event as payload; the run is over once it is `completed`. */
export const CODEC: Codec = {
  write: (events, before) =>
    events.map((event, index) =>
      JSON.stringify({
        ts: event.at,
        run_id: "run",
        iteration: before.length + index,
        event: event.kind,
        status: "ok",
        payload: event,
      }),
    ),
  read(text) {
    const events: Event[] = [];
    for (const [index, line] of text.trimEnd().split("\n").entries()) {
      const event = eventOf(line);
      if (event === null) return { kind: "unreadable", why: `line ${index + 1} is no event`, events };
      events.push(event);
    }
    return { kind: "events", events } satisfies History;
  },
  views(events) {
    const status = events.at(-1)?.kind === "completed" ? "completed" : "running";
    const pointer = { runId: "run", alias: "alias", status, updatedAt: "2026-01-01T00:00:00.000Z" };
    return {
      run: `${JSON.stringify({ status, events: events.length })}\n`,
      summary: `{"events":${events.length}}\n`,
      artifact: `# ${events.length}\n`,
      pointer: status === "running" ? pointer : null,
    };
  },
};

function eventOf(line: string): Event | null {
  try {
    const fields: unknown = JSON.parse(line);
    const payload = typeof fields === "object" && fields !== null && "payload" in fields ? fields.payload : null;
    return Event.safeParse(payload).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
