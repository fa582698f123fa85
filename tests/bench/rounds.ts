/** Contestants play by turns, so that all have the same machine, and again where ratios are worse than kept. */
import type { Contest, Contestant, Figures } from "./contest.ts";
import { type Measured, measuredOf, type Plays } from "./ratios/measured.ts";
import { faultsOf, type KeptRatios } from "./ratios/verdict.ts";

/** Noise only adds: a contest whose ratios are worse is played so often again before that counts. */
const AGAIN = 3;

/** How a contest is played. `kept`: null where no verdict is wanted. `say`: a line for whoever waits. */
export interface Rounds {
  readonly contestants: readonly Contestant[];
  readonly rounds: number;
  readonly kept: KeptRatios | null;
  readonly say: (line: string) => void;
  /** Waits for a quiet machine, as long as that may take. */
  readonly quiet: () => Promise<unknown>;
}

/** What was measured, over all tries, and the figures that are worse than kept, in words. */
export interface Outcome {
  readonly measured: readonly Measured[];
  readonly faults: readonly string[];
}

/** Plays it; what earlier tries measured counts too. Throws what a play throws. */
export async function playRounds(contest: Contest, how: Rounds): Promise<Outcome> {
  const { contestants, rounds, kept, say, quiet } = how;
  const playing = contestants.filter(({ name }) => contest.takesPeers || name === "ours" || name === "floor");
  const plays = new Map(playing.map(({ name }): [Contestant["name"], Figures[]] => [name, []]));
  for (let again = 0; ; again++) {
    await quiet();
    for (let round = 1; round <= rounds; round++) {
      for (const contestant of playing) plays.get(contestant.name)?.push(await contest.play(contestant));
      say(`${contest.name}: round ${round} of ${rounds}`);
    }
    const outcome = outcomeOf(contest, plays, kept);
    if (outcome.faults.length === 0 || again === AGAIN) return outcome;
    say(`${contest.name}: worse than kept (${outcome.faults.join("; ")}); played again, ${again + 1} of ${AGAIN}`);
  }
}

function outcomeOf(contest: Contest, plays: Plays, kept: KeptRatios | null): Outcome {
  const measured = measuredOf(contest, plays);
  return { measured, faults: kept === null ? [] : faultsOf(measured, kept) };
}
