/** The state of a play: which turn comes next for which role. */
import type { Script, Turn } from "./script.ts";

/** What a request meets: its turn, or why there is none. */
type Cue = { readonly kind: "turn"; readonly turn: Turn } | { readonly kind: "problem"; readonly problem: string };

/** A request as the play sees it, whatever its format: who asks, and the texts of the newest message or of the tools' answers. */
export interface Question {
  readonly role: string;
  readonly newest: string;
  /** The first message of the conversation. */
  readonly first: string;
  /** How many answers of the model are in it. */
  readonly answered: number;
  /** The tools that the model called in it, in order. */
  readonly called: readonly string[];
  /** Whether the answer is to have a schema that the service holds it to. */
  readonly hasSchema: boolean;
}

export interface Play {
  /** Takes the next turn of the role. A turn whose expectations fail is not used up. */
  next(question: Question): Cue;
  /** Turns that nobody asked for, as `role turn 2`; a repeating one counts until it was played once. */
  left(): readonly string[];
}

/** Who asks, by the first line of the system prompt: `You are the <role> of Loopwright.` */
export function roleIn(system: string): string {
  return /^You are the (.+?) of Loopwright\./.exec(system)?.[1] ?? "(a role without a name)";
}

/** Starts the play of a script at its first turns. */
export function playOf(script: Script): Play {
  const places = new Map<string, ReadonlySet<number>>();
  const turnsOf = (queue: string): readonly Turn[] => script.roles[queue] ?? [];
  return {
    next({ role, newest, first }) {
      const queue = Object.hasOwn(script.roles, role) ? role : "*";
      const played = places.get(queue) ?? new Set();
      const turns = turnsOf(queue);
      const open = turns.findIndex(({ of, repeat }, index) => (repeat || !played.has(index)) && (of === undefined || first.includes(of)));
      const turn = turns[open];
      if (turn === undefined)
        return { kind: "problem", problem: `${role}: the script has no turn ${played.size + 1}; it was asked: ${newest}` };
      const wrong = misfits(turn, newest);
      if (wrong.length > 0) return { kind: "problem", problem: `${role}, turn ${open + 1}: ${wrong.join("; ")}; it was asked: ${newest}` };
      places.set(queue, new Set([...played, open]));
      return { kind: "turn", turn };
    },
    left: () =>
      Object.entries(script.roles).flatMap(([role, turns]) =>
        turns.flatMap((_, index) => (places.get(role)?.has(index) ? [] : [`${role} turn ${index + 1}`])),
      ),
  };
}

/**
 * A play that remembers nothing: whoever asks anew hears a role's first turn, and later ones as their conversation goes on, so that a program
 * that was killed can ask again. What a turn expects is not looked at.
 */
export function forgetfulPlayOf(script: Script): Play {
  return {
    next({ role, newest, answered }) {
      const turns = script.roles[role] ?? script.roles["*"] ?? [];
      const turn = turns[Math.min(answered, turns.length - 1)];
      return turn === undefined
        ? { kind: "problem", problem: `${role}: the script has no turn; it was asked: ${newest}` }
        : { kind: "turn", turn };
    },
    left: () => [],
  };
}

function misfits(turn: Turn, asked: string): readonly string[] {
  return [
    ...turn.expect.filter((part) => !asked.includes(part)).map((part) => `expected ${JSON.stringify(part)} and it is not there`),
    ...turn.forbid.filter((part) => asked.includes(part)).map((part) => `forbids ${JSON.stringify(part)} and it is there`),
  ];
}
