/** What happens in the work graph (behaviours 6.7). */
import * as z from "zod";
import { Atom, AtomId, Binding, GroupName, Probe } from "#core/tasks/atom.ts";
import { Sha } from "#core/values/ids.ts";
import { maybeProse, prose } from "#core/values/prose.ts";
import { event } from "./event-shape.ts";

export const ATOM_EVENTS = [
  event("atom_started", { atom: AtomId }),
  event("atom_probed", { atom: AtomId, probe: Probe }),
  event("atom_resolved", { atom: AtomId, binding: Binding }),
  /** `final`: it is not tried again; else this was one attempt of several (C2.06). */
  event("atom_failed", { atom: AtomId, why: maybeProse(2000), final: z.boolean() }),
  /** Another alternative is taken. `tree`: where the work goes back to; null where it stays as it is (S2.28, M2.04). */
  event("or_switched", { group: GroupName, from: AtomId, to: AtomId, reason: prose(1000), tree: Sha.nullable() }),
  event("atom_decomposed", { parent: AtomId, children: z.array(Atom).min(2).max(4), reason: prose(1000) }),
] as const;
