/** What happens in the work graph (behaviours 6.7). */
import * as z from "zod";
import { Atom, AtomId, Binding, GroupName, Probe } from "#core/tasks/atom.ts";
import { boundedText, optionalBoundedText } from "#core/values/bounded-text.ts";
import { Sha } from "#core/values/ids.ts";
import { eventShape } from "./event-shape.ts";

export const ATOM_EVENTS = [
  eventShape("atom_started", { atom: AtomId }),
  eventShape("atom_probed", { atom: AtomId, probe: Probe }),
  eventShape("atom_resolved", { atom: AtomId, binding: Binding }),
  /** `final`: it is not tried again; else this was one attempt of several (C2.06). */
  eventShape("atom_failed", { atom: AtomId, why: optionalBoundedText(2000), final: z.boolean() }),
  /** Another alternative is taken. `tree`: where the work goes back to; null where it stays as it is (S2.28, M2.04). */
  eventShape("or_switched", {
    group: GroupName,
    from: AtomId,
    to: AtomId,
    reason: boundedText(1000),
    tree: Sha.nullable(),
  }),
  eventShape("atom_decomposed", { parent: AtomId, children: z.array(Atom).min(2).max(4), reason: boundedText(1000) }),
] as const;
