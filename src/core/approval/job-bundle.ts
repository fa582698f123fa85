/**
 * The events that one job of a workflow run hands to a later one: the text of an artifact, whose hash is an output.
 */
import * as z from "zod";
import { Event, type EventKind } from "#core/events/event.ts";
import { sha256 } from "#core/values/digest.ts";

const Bundle = z.array(Event).max(50);

/** The text of the artifact: the events of these kinds alone. */
export function bundleOf(events: readonly Event[], kinds: readonly EventKind[]): string {
  return JSON.stringify(events.filter(({ kind }) => kinds.includes(kind)));
}

/** The events of a bundle; null where it is not the one with this hash, or holds anything but events of these kinds. */
export function eventsOfBundle(
  bundle: string | null,
  hash: string,
  kinds: readonly EventKind[],
): readonly Event[] | null {
  if (bundle === null || sha256(bundle) !== hash) return null;
  const parsed = Bundle.safeParse(jsonIn(bundle));
  return parsed.success && parsed.data.every(({ kind }) => kinds.includes(kind)) ? parsed.data : null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // which is no list of events
  }
}
