/** Deliveries: what GitHub would send as webhooks, written down in the order in which it happened. */
import { INSTALLATION, shownActor, shownRepository } from "./shown.ts";
import type { State } from "./state.ts";
import type { Actor } from "./things.ts";

/** Who did something: nothing of their token is needed. */
export type Doer = Pick<Actor, "login" | "id" | "type">;

/** Notes one delivery. `event`: with its action (`issues.labeled`), or alone where there is none (`push`). */
export function tell(state: State, doer: Doer, event: string, payload: Readonly<Record<string, unknown>>): void {
  const [, action] = event.split(".");
  const number = String(state.next("delivery")).padStart(12, "0");
  state.deliveries.push({
    id: `00000000-0000-4000-8000-${number}`,
    event,
    payload: {
      ...(action !== undefined && { action }),
      ...payload,
      repository: shownRepository(state),
      sender: shownActor(doer),
      installation: { id: INSTALLATION, node_id: `I_${INSTALLATION}` },
    },
    at: state.now(),
  });
}
