/** Events are written onto a state, with all that follows from them, and held against the laws. */
import { type Event, type EventDraft, type EventKind, withTime } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { brokenByEvent, brokenByState } from "./laws.ts";
import type { Scene } from "./scene.ts";
import { type State, slim } from "./state.ts";
import type { System } from "./system.ts";

/** `engine`: it needs nobody but the machine, and the machine works: what an end must be reachable by. */
export interface Move {
  readonly name: string;
  readonly engine: boolean;
  readonly to: State;
  readonly broken: readonly string[];
  /** Every event that was written, with the stage that it met. */
  readonly written: readonly (readonly [Run, EventKind])[];
}

export interface Checked {
  readonly scene: Scene;
  readonly system: System;
}

/** A state on its way: what was written and broken so far. */
export type Path = Omit<Move, "name" | "engine">;

function write(path: Path, events: readonly Event[], { system, scene }: Checked): Path {
  return events.reduce<Path>((so, event) => {
    const run = slim(system.evolve(so.to.run, event));
    const to = { ...so.to, run, started: !scene.github || (so.to.started && run.effects.dispatch !== undefined) };
    return {
      to,
      broken: [...so.broken, ...brokenByEvent(so.to, event), ...brokenByState(to.run)],
      written: [...so.written, [so.to.run, event.kind]],
    };
  }, path);
}

export function begun(state: State): Path {
  return { to: state, broken: [], written: [] };
}

/** Events and all that follows from them, as one append. */
export function append(state: State, drafts: readonly EventDraft[], checked: Checked): Path {
  const path = write(
    begun(state),
    drafts.map((draft) => withTime(draft, state.run.updatedAt + 1)),
    checked,
  );
  return write(path, checked.system.conclude(path.to.run), checked);
}

/** What somebody said is written; what follows from it is left to whoever drives, if somebody does (loop/context/write-down). */
export function said(name: string, state: State, draft: EventDraft, checked: Checked): Move {
  const path =
    state.workers.length === 0 ? append(state, [draft], checked) : write(begun(state), [withTime(draft, state.run.updatedAt + 1)], checked);
  return { ...path, name, engine: false };
}
