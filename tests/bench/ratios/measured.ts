/** Each figure of a contest has the spreads of all contestants, and ours over the floor's and over each peer's. */
import type { Contest, Contestant, Figure, Figures, PeerName } from "../contest.ts";
import { mildestRatioOf, ratioOf, type Spread, spreadOf } from "./statistics.ts";

/** All plays of a contest so far, by contestant, in order. */
export type Plays = ReadonlyMap<Contestant["name"], readonly Figures[]>;

/** A peer's part of a figure; `ratio`: ours over theirs. */
interface OfPeer {
  readonly name: PeerName;
  readonly spread: Spread;
  readonly ratio: number;
}

/** A figure, measured. */
export interface Measured {
  readonly figure: Figure;
  readonly ours: Spread;
  readonly floor: Spread;
  /** Ours over the floor's. */
  readonly ratio: number;
  /** The smallest that it may really be. */
  readonly mildest: number;
  readonly peers: readonly OfPeer[];
}

/** All figures of a contest. Throws an `Error` where one was not measured. */
export function measuredOf({ figures }: Contest, plays: Plays): readonly Measured[] {
  const peers = [...plays.keys()].filter((name) => name !== "ours" && name !== "floor");
  return figures.map((figure) => {
    const spread = (name: Contestant["name"]): Spread => spreadOf(valuesOf(figure, name, plays));
    const [ours, floor] = [spread("ours"), spread("floor")];
    return {
      figure,
      ours,
      floor,
      ratio: ratioOf(figure, ours, floor),
      mildest: mildestRatioOf(figure, ours, floor),
      peers: peers.map((name) => ({ name, spread: spread(name), ratio: ratioOf(figure, ours, spread(name)) })),
    };
  });
}

function valuesOf(figure: Figure, name: Contestant["name"], plays: Plays): readonly number[] {
  return (plays.get(name) ?? []).map((figures) => {
    const value = figures[figure.name];
    if (value === undefined) throw new Error(`bug: ${name} has no ${figure.name}`);
    return value;
  });
}
