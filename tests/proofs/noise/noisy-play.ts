/** A competent model that misbehaves now and then: each of its answers is spoiled with a probability, in one of many ways. */
import type { Play } from "../../lab/model/play.ts";
import type { Turn } from "../../lab/model/script.ts";
import { type Dice, diceOf } from "../simulator/dice.ts";
import { FORM_KINDS } from "./form-kinds.ts";
import type { Kind, Occasion } from "./kind.ts";
import { competentTurn } from "./player.ts";
import { SENSE_KINDS } from "./sense-kinds.ts";
import { TOOL_KINDS } from "./tool-kinds.ts";
import { WIRE_KINDS } from "./wire-kinds.ts";

export const NOISE: readonly Kind[] = [...FORM_KINDS, ...SENSE_KINDS, ...TOOL_KINDS, ...WIRE_KINDS];

/** Parts of a million: a probability as whole dice have it. */
const MILLION = 1_000_000;

/** `probability`: that an answer is spoiled. `rare`: kinds that are taken where one of them fits. */
export interface Noise {
  readonly seed: number;
  readonly probability: number;
  readonly rare?: ReadonlySet<string>;
}

/** `met` hears of each kind as it is met. */
export function noisyPlay({ seed, probability, rare = new Set() }: Noise, met: (kind: string) => void): Play {
  const dice = diceOf(seed);
  return {
    next(question) {
      const turn = competentTurn(question);
      if (dice.roll(MILLION) >= probability * MILLION) return { kind: "turn", turn };
      const spoiled = spoiledTurn(turn, { question, dice }, rare);
      if (spoiled === null) return { kind: "turn", turn };
      met(spoiled.kind);
      return { kind: "turn", turn: spoiled.turn };
    },
    left: () => [],
  };
}

/** The turn in one of the ways that fit it; null where none does. */
function spoiledTurn(turn: Turn, occasion: Occasion, rare: ReadonlySet<string>): { readonly kind: string; readonly turn: Turn } | null {
  const fitting = NOISE.flatMap((kind) => {
    const spoiled = kind.spoil(turn, occasion);
    return spoiled === null ? [] : [{ kind, turn: spoiled }];
  });
  const wanted = fitting.filter(({ kind }) => rare.has(kind.name));
  const chosen = oneOf(wanted.length > 0 ? wanted : fitting, occasion.dice);
  return chosen === null ? null : { kind: chosen.kind.name, turn: chosen.turn };
}

/** Each stands in the urn as often as its kind says. */
function oneOf<T extends { readonly kind: Kind }>(fitting: readonly T[], dice: Dice): T | null {
  const urn = fitting.flatMap((one) => Array<T>(one.kind.often).fill(one));
  return urn[dice.roll(Math.max(1, urn.length))] ?? null;
}
