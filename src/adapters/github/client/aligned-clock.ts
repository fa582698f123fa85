/**
 * A clock that follows GitHub's where this machine's is wrong: GitHub dates what people do there, and we compare those
 * dates with ours.
 */
import type { Clock } from "#ports/clock.ts";
import type { Client } from "./api.ts";

/** Milliseconds by which GitHub's date may differ anyway: it has whole seconds, and answers take time. */
const SLACK = 5_000;

export interface AlignedClock extends Clock {
  /** Takes the time from an answer's `Date` header. Any other value is ignored. */
  readonly align: (date: unknown) => void;
}

/** The same clock, until it is aligned. `warn` gets each difference once. */
export function alignedClock(clock: Clock, warn: (line: string) => void = () => undefined): AlignedClock {
  let offset = 0;
  return {
    now: () => clock.now() + offset,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    align: (date) => {
      const wrong = typeof date === "string" ? Date.parse(date) - clock.now() : Number.NaN;
      const next = Math.abs(wrong) > SLACK ? wrong : 0;
      if (Number.isNaN(wrong) || Math.abs(next - offset) <= SLACK) return;
      offset = next;
      warn(
        `the clock of this machine differs from GitHub's by ${Math.round(-offset / 1000)} s: ` +
          "GitHub's counts; set this one right",
      );
    },
  };
}

/** Aligns the clock with each answer that a client gets. */
export function withClockAlignment<C extends Client>(client: C, { align }: Pick<AlignedClock, "align">): C {
  client.hook.after("request", ({ headers }) => align(headers.date));
  return client;
}
