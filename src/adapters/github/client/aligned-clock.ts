/** A clock that goes by GitHub's where this machine's is wrong: what people did there is dated by GitHub, and is held against ours (API-12). */
import type { Clock } from "#ports/clock.ts";
import type { Client } from "./api.ts";

/** Milliseconds that GitHub's date may differ by itself: it has whole seconds, and its answers take their time. */
const SLACK = 5_000;

export interface AlignedClock extends Clock {
  /** What GitHub's clock said when an answer came (`Date`). What is no date is ignored. */
  readonly align: (date: unknown) => void;
}

/** The same clock, until it is aligned. `warn` is told, once each, by how much it is wrong. */
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
      warn(`the clock of this machine differs from GitHub's by ${Math.round(-offset / 1000)} s: GitHub's counts; set this one right`);
    },
  };
}

/** Has the clock aligned by each answer that a client gets. */
export function withClockAlignment<C extends Client>(client: C, { align }: Pick<AlignedClock, "align">): C {
  client.hook.after("request", ({ headers }) => align(headers.date));
  return client;
}
