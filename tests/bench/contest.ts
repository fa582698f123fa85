/** A contest is one work that is played for each contestant; figures say what it took each of them. */

/** Other products that a contest can be played for, where their program is given. */
export const PEERS = ["pi", "claude-bare"] as const;
/** The name of one of them. */
export type PeerName = (typeof PEERS)[number];

/** A peer and the path of its program. */
export interface Peer {
  readonly name: PeerName;
  readonly executable: string;
}

/** Who plays: the built product, the smallest program that does the same work, or a peer. */
export type Contestant = { readonly name: "ours" } | { readonly name: "floor" } | Peer;

/**
 * A unit says how its numbers are read. `times`: a quotient of two times of one contestant, which noise changes either
 * way. `count`: how often something happened, maybe never.
 */
export type Unit = "ms" | "s" | "MB" | "bytes" | "tokens" | "times" | "count";

/** Where the figure should be: at most so many times the floor's or a peer's, or at most so much in its own unit. */
export interface Target {
  readonly most: number;
  readonly against: "floor" | PeerName | "nobody";
}

/** A thing that is measured; the less of it, the better. */
export interface Figure {
  readonly name: string;
  readonly unit: Unit;
  /** None where no target is known. */
  readonly targets: readonly Target[];
}

/** Numbers by the names of the figures. */
export type Figures = Readonly<Record<string, number>>;

/** A contest is a value: whoever wants one more writes one and names it in `contests.ts`. */
export interface Contest {
  /** As `--only` and the kept table name it. */
  readonly name: string;
  readonly what: string;
  readonly figures: readonly Figure[];
  /** False where a peer has nothing to compare. */
  readonly takesPeers: boolean;
  /** Plays it once, with a number for each figure. Throws an `Error` where the work was not done. */
  readonly play: (contestant: Contestant) => Promise<Figures>;
}
