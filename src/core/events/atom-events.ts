/** The events of the work graph: an atom is started, probed, resolved, given up, replaced or split. */
import * as z from "zod";
import { Atom, AtomId, Binding, GroupName, Probe } from "#core/tasks/atom.ts";
import { boundedText, optionalBoundedText } from "#core/values/bounded-text.ts";
import { Sha } from "#core/values/ids.ts";
import { eventShape } from "./event-shape.ts";

/** The longest reason why an atom failed, in UTF-16 units. */
export const ATOM_FAILURE_CHARACTERS = 2000;

export const ATOM_EVENTS = [
  eventShape("atom_started", { atom: AtomId }),
  eventShape("atom_probed", { atom: AtomId, probe: Probe }),
  eventShape("atom_resolved", { atom: AtomId, binding: Binding }),
  /** `final`: it is not tried again; else one attempt failed. */
  eventShape("atom_failed", { atom: AtomId, why: optionalBoundedText(ATOM_FAILURE_CHARACTERS), final: z.boolean() }),
  /** The run takes another alternative. `tree`: the tree that the work goes back to; null where it stays as it is. */
  eventShape("or_switched", {
    group: GroupName,
    from: AtomId,
    to: AtomId,
    reason: boundedText(1000),
    tree: Sha.nullable(),
  }),
  eventShape("atom_decomposed", { parent: AtomId, children: z.array(Atom).min(2).max(4), reason: boundedText(1000) }),
] as const;
