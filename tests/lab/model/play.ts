/** The state of a play: which turn comes next for which role. */
import { blocksOf, type WireRequest } from "./request-schema.ts";
import type { Script, Turn } from "./script.ts";

/** What a request meets: its turn, or why there is none. */
type Cue = { readonly kind: "turn"; readonly turn: Turn } | { readonly kind: "problem"; readonly problem: string };

export interface Play {
  /** Takes the next turn of the request's role. A turn whose expectations fail is not used up. */
  next(request: WireRequest): Cue;
  /** Turns that nobody asked for, as `role turn 2`; a repeating one counts until it was played once. */
  left(): readonly string[];
}

/** Who asks, by the first line of the system prompt: `You are the <role> of Loopwright.` */
export function roleOf(request: WireRequest): string {
  const { system } = request;
  const text = typeof system === "string" ? system : (system?.[0]?.text ?? "");
  return /^You are the (.+?) of Loopwright\./.exec(text)?.[1] ?? "(a role without a name)";
}

/** Starts the play of a script at its first turns. */
export function playOf(script: Script): Play {
  const place = new Map<string, number>();
  const turnsOf = (queue: string): readonly Turn[] => script.roles[queue] ?? [];
  return {
    next(request) {
      const role = roleOf(request);
      const queue = Object.hasOwn(script.roles, role) ? role : "*";
      const played = place.get(queue) ?? 0;
      const turns = turnsOf(queue);
      const last = turns.at(-1);
      const turn = turns[played] ?? (last?.repeat ? last : undefined);
      const number = Math.min(played + 1, Math.max(turns.length, 1));
      if (turn === undefined)
        return { kind: "problem", problem: `${role}: the script has no turn ${played + 1}; it was asked: ${newest(request)}` };
      const wrong = misfits(turn, newest(request));
      if (wrong.length > 0)
        return { kind: "problem", problem: `${role}, turn ${number}: ${wrong.join("; ")}; it was asked: ${newest(request)}` };
      place.set(queue, played + 1);
      return { kind: "turn", turn };
    },
    left: () =>
      Object.entries(script.roles).flatMap(([role, turns]) =>
        turns.flatMap((_, index) => (index < (place.get(role) ?? 0) ? [] : [`${role} turn ${index + 1}`])),
      ),
  };
}

function misfits(turn: Turn, asked: string): readonly string[] {
  return [
    ...turn.expect.filter((part) => !asked.includes(part)).map((part) => `expected ${JSON.stringify(part)} and it is not there`),
    ...turn.forbid.filter((part) => asked.includes(part)).map((part) => `forbids ${JSON.stringify(part)} and it is there`),
  ];
}

/** The texts of the newest message: what the user said, or what the tools answered. */
function newest(request: WireRequest): string {
  const last = request.messages.at(-1);
  if (last === undefined) return "";
  const texts = blocksOf(last).flatMap((block) => {
    if (block.type === "text") return [block.text];
    if (block.type !== "tool_result") return [];
    return typeof block.content === "string" ? [block.content] : (block.content ?? []).map(({ text }) => text);
  });
  return texts.join("\n");
}
