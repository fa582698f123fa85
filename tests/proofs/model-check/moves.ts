/** What can happen next in a state: a worker takes a command or ends one, dies, people speak, the world breaks. */
import type { Checked, Move } from "./append.ts";
import { finish, take } from "./hands.ts";
import type { State } from "./state.ts";
import { accidents, people } from "./voices.ts";

/** Every move out of a state. */
export function movesFrom(state: State, checked: Checked): readonly Move[] {
  if (state.run.unreadable !== null) return take(state, checked);
  const finished = state.workers.flatMap((_, index) => finish(state, index, checked));
  const crashed = state.workers.map((worker, index): Move => {
    const to = { ...state, workers: state.workers.filter((_, at) => at !== index) };
    return { name: `the worker dies at ${worker.command.kind}`, engine: false, to, broken: [], written: [] };
  });
  return [
    ...take(state, checked),
    ...finished,
    ...(checked.scene.crashes ? crashed : []),
    ...people(state, checked),
    ...accidents(state, checked),
  ];
}
