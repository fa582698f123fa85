/**
 * A journal that people can follow: after each append it refreshes the comments and the label on GitHub to show the run
 * as it is now.
 */
import { receiptOf } from "#core/events/data/effect.ts";
import type { Event } from "#core/events/event.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { commentKeyOf, shownPlanOf } from "#loop/steps/send-effect.ts";
import type { GitHub } from "#ports/github.ts";
import type { Journal } from "#ports/journal.ts";
import type { Log } from "#ports/log.ts";
import { labelOf } from "#text/phrases/label.ts";
import { orWarn, refreshWithRecheck, VIEW_TEXTS, type ViewContext } from "./views.ts";

/** The known part of the journal: its length in events, and the run that they make. */
interface Known {
  readonly length: number;
  readonly run: Run | null;
}

/**
 * The journal, with the views of its run kept up to date. A view that cannot be changed is a warning, never the end of
 * a run.
 */
export function journalWithViews(journal: Journal, context: ViewContext): Journal {
  const { github, log, clock } = context;
  let known: Known = { length: 0, run: null };
  return {
    length: () => journal.length(),
    async load() {
      const history = await journal.load();
      const events = history.kind === "events" ? history.events : [];
      const theirs = known.run === null ? [] : events.slice(known.length);
      for (const { at } of theirs) github.noteOtherWriter(at);
      known = followed(known, events);
      return history;
    },
    async append(events, after) {
      const answer = await journal.append(events, after);
      if (answer === "conflict") github.noteOtherWriter(clock.now());
      if (answer !== "appended" || events.length === 0 || known.length !== after) return answer;
      const { run } = known;
      known = { length: after + events.length, run: grown(run, events) };
      await refreshWithRecheck(() => show(run, events, github, log), journal, context);
      return answer;
    },
  };
}

/** Adds the new events to the known run, because a journal only grows; a shorter one is replayed from its start. */
function followed({ length, run }: Known, events: readonly Event[]): Known {
  const isLonger = run !== null && events.length >= length;
  return { length: events.length, run: isLonger ? grown(run, events.slice(length)) : replay(events) };
}

function grown(run: Run | null, events: readonly Event[]): Run | null {
  return run === null ? replay(events) : events.reduce(evolve, run);
}

async function show(was: Run | null, fresh: readonly Event[], github: GitHub, log: Log): Promise<void> {
  // A receipt alone changes no view.
  if (fresh.every(({ kind }) => kind === "settled")) return;
  const now = grown(was, fresh);
  if (now === null) return;
  const [from, to] = [was === null ? null : labelOf(was.stage), labelOf(now.stage)];
  if (from !== to) await orWarn(() => github.relabel(from, to), "the label", log);
  for (const effect of ["plan", "status"] as const) {
    const body = VIEW_TEXTS[effect](now, github);
    const receipt = receiptOf(now, effect);
    const drawn = lastDrawn(was, fresh, effect);
    if (receipt === null || body === null || (drawn !== null && VIEW_TEXTS[effect](drawn, github) === body)) continue;
    await orWarn(
      () => github.edit(receipt, { key: commentKeyOf(now, effect), body, ...shownPlanOf(now, effect) }),
      `the ${effect} comment`,
      log,
    );
  }
}

/**
 * The run that the comment on GitHub was made from: as it was before these events, or when it was created among them.
 */
function lastDrawn(was: Run | null, fresh: readonly Event[], effect: "plan" | "status"): Run | null {
  let run = was;
  let drawn = run !== null && receiptOf(run, effect) !== null ? run : null;
  for (const [index, event] of fresh.entries()) {
    if (event.kind === "settled" && event.effect === effect) drawn = run;
    run = run === null ? replay(fresh.slice(0, index + 1)) : evolve(run, event);
  }
  return drawn;
}
