/** One way in which a model misbehaves: it spoils the turn of a competent one. */
import type { Question } from "../../lab/model/play.ts";
import type { Answer, Turn } from "../../lab/model/script.ts";
import type { Dice } from "../simulator/dice.ts";

/** What a kind may look at. */
export interface Occasion {
  readonly question: Question;
  readonly dice: Dice;
}

/** `often`: how much likelier it is than another kind that fits the same turn; rarer occasions need more. `spoil`: null where it does not fit the turn. */
export interface Kind {
  readonly name: string;
  readonly often: number;
  readonly spoil: (turn: Turn, occasion: Occasion) => Turn | null;
}

export type Data = Readonly<Record<string, unknown>>;

/** The answer as data that a turn ends with; null for words and for calls of tools. */
export function dataOf({ reply }: Turn): Data | null {
  return reply?.json === undefined ? null : (reply.json as Data);
}

/** The same turn with another reply. */
export function replying(turn: Turn, reply: Answer): Turn {
  return { ...turn, reply };
}

/** A kind for turns that end with data: `say` gives the text of the reply. */
export function ofText(name: string, say: (data: Data, occasion: Occasion) => string): Kind {
  return {
    name,
    often: 1,
    spoil: (turn, occasion) => {
      const data = dataOf(turn);
      return data === null ? null : replying(turn, { text: say(data, occasion) });
    },
  };
}

/** A kind for turns that end with data: `change` gives other data, null where there is nothing to change. */
export function ofData(name: string, change: (data: Data, occasion: Occasion) => Data | null): Kind {
  return {
    name,
    often: 1,
    spoil: (turn, occasion) => {
      const data = dataOf(turn);
      const changed = data === null ? null : change(data, occasion);
      return changed === null ? null : replying(turn, { json: changed });
    },
  };
}

/** A kind for one role: its data, spoiled in one way that only this role can. */
export function ofRole(role: string, name: string, change: (data: Data) => Data): Kind {
  return { ...ofData(name, (data, { question }) => (question.role === role ? change(data) : null)), often: 8 };
}
