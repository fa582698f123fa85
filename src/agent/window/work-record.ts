/**
 * The record of an agent's work, by code, from its own calls and their results: what it changed, read and ran, what
 * failed when it was last tried, its own words, and what came last.
 */
import type { ToolEffect } from "#agent/tools/tool.ts";
import { clip, headAndTail } from "#text/format/shorten.ts";

/** A call that was carried out. `effect` is null for a goal that was given to another agent. */
export interface RecordedCall {
  readonly tool: string;
  readonly effect: ToolEffect | null;
  readonly target: string;
  readonly failed: boolean;
  readonly result: string;
}

/** What an agent did and wrote so far, oldest first. */
export interface PastWork {
  readonly calls: readonly RecordedCall[];
  readonly texts: readonly string[];
}

/** Characters of a result that are kept for a record. */
const RESULT = 4_000;
const TARGET = 200;

/** The past with one more call; the middle of a long result is left out. */
export function withCall<P extends PastWork>(past: P, call: RecordedCall): P {
  return { ...past, calls: [...past.calls, { ...call, result: headAndTail(call.result, RESULT) }] };
}

/** The record in about so many characters; what is older is left out first, and counted. Deterministic. */
export function recordOf({ calls, texts }: PastWork, characters: number): string {
  const tried = latest(calls);
  const of = (effect: ToolEffect | null): readonly Tried[] => tried.filter((one) => one.effect === effect);
  const open = tried.filter(({ failed }) => failed);
  const part = Math.floor(characters / 8);
  return [
    section("Changed", of("writes").map(line), part),
    section("Read", of("reads").map(line), part),
    section("Given to other agents", of(null).map(line), part),
    section("Run, each with what it printed last", of("runs").map(lineWithResult(part)), 2 * part),
    section("Open: failed when it was last tried", open.map(line), part),
    section("Your own words", texts, part),
    section("The last results", calls.slice(-5).map(lineWithResult(part)), part),
  ]
    .flat()
    .join("\n");
}

/** All calls of one tool with one target: the last of them, and how many there were. */
interface Tried extends RecordedCall {
  readonly times: number;
}

/** In the order in which each was last tried. */
function latest(calls: readonly RecordedCall[]): readonly Tried[] {
  const tried = new Map<string, Tried>();
  for (const call of calls) {
    const key = JSON.stringify([call.tool, call.target]);
    const times = (tried.get(key)?.times ?? 0) + 1;
    tried.delete(key);
    tried.set(key, { ...call, times });
  }
  return [...tried.values()];
}

function line({ tool, target, failed, times = 1 }: RecordedCall & { readonly times?: number }): string {
  const often = times === 1 ? "" : `, ${times} times`;
  return `- ${clip(target.replaceAll(/\s+/g, " "), TARGET)} (${tool}${often}${failed ? ", failed" : ""})`;
}

function lineWithResult(characters: number): (call: RecordedCall) => string {
  return (call) => `${line(call)}:\n${headAndTail(call.result, Math.floor(characters / 2))}`;
}

/** A heading and the last entries that fit; nothing for no entry. */
function section(heading: string, entries: readonly string[], characters: number): readonly string[] {
  const fitting: string[] = [];
  let room = characters;
  for (const entry of entries.toReversed()) {
    room -= entry.length + 1;
    if (room < 0 && fitting.length > 0) break;
    fitting.unshift(headAndTail(entry, characters));
  }
  const earlier = entries.length - fitting.length;
  if (fitting.length === 0) return [];
  return [`${heading}:`, ...(earlier === 0 ? [] : [`- … and ${earlier} before`]), ...fitting];
}
