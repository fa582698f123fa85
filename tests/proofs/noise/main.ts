/**
 * `npm run noise`: the whole loop with models that misbehave. Each answer of a competent model is spoiled with the probability p in one of
 * many ways; printed is what came of the runs. `--runs N` (200): so many for each p. `--p 0.1,0.3`: these alone, beside 0. `--from S` (1): the
 * first seed. `--seed S --p P`: one run, with what it met and how it ended. Kinds for which there is seldom an occasion are met in further
 * runs, until each was met 30 times. `--short`: without those; the counts of kinds are printed and not judged.
 * Ends with 1 where a run claims what is not so, too few complete, or a kind was met too rarely.
 */
import { parseArgs } from "node:util";
import { inParallel } from "#loop/context/parallel.ts";
import { NOISE } from "./noisy-play.ts";
import { type Ending, oneRun } from "./one-run.ts";
import { type Place, placeOfRuns } from "./place.ts";
import { costOf, countsOf, faultsOf, rareOf, type Tally, tallyOf } from "./tally.ts";

/** Runs side by side: they wait for programs most of the time. */
const LANES = 3;

const say = (...lines: readonly string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(""));
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);

async function runsAt(place: Place, probability: number, seeds: readonly number[]): Promise<readonly Ending[]> {
  return inParallel(LANES, seeds, (seed) => oneRun(place, { seed, probability }));
}

async function many(place: Place, probabilities: readonly number[], seeds: readonly number[], isShort: boolean): Promise<boolean> {
  const begin = performance.now();
  const plain = await runsAt(place, 0, seeds.slice(0, Math.max(1, Math.ceil(seeds.length / 10))));
  const cost = costOf(plain);
  const tallies = new Map([[0, tallyOf(plain, cost)]]);
  const endings: Ending[] = [];
  say("     p   runs  completed    honest     false    rounds    tokens", line(0, tallyOf(plain, cost)));
  for (const probability of probabilities) {
    const some = await runsAt(place, probability, seeds);
    endings.push(...some);
    const tally = tallyOf(some, cost);
    tallies.set(probability, tally);
    say(line(probability, tally), ...some.filter(({ claim }) => claim !== true).map(endLine));
  }
  const further = isShort ? [] : await rareKinds(place, endings, FURTHER + (seeds[0] ?? 0));
  if (further.length > 0) {
    const tally = tallyOf(further, cost);
    tallies.set(OFTEN, tally);
    say(`${line(OFTEN, tally)}   kinds that were rare`, ...further.filter(({ claim }) => claim === false).map(endLine));
  }
  const met = metIn([...endings, ...further]);
  say("", `${NOISE.length} kinds, met:`, ...[...met].map(([kind, times]) => `  ${String(times).padStart(4)}  ${kind}`));
  const faults = faultsOf(tallies, isShort ? new Map() : met);
  say("", ...faults, `noise: ${faults.length} faults; ${Math.round((performance.now() - begin) / 1000)} seconds`);
  return faults.length === 0;
}

/** Of a further run: the probability that an answer is spoiled, the first seed, how many are played at once, and how many at most. */
const OFTEN = 0.5;
const FURTHER = 10_000;
const AT_ONCE = 30;
const AT_MOST = 300;

/** Runs in which the kinds come first that these runs met too seldom. */
async function rareKinds(place: Place, endings: readonly Ending[], from: number): Promise<readonly Ending[]> {
  const further: Ending[] = [];
  for (;;) {
    const rare = rareOf(metIn([...endings, ...further]));
    if (rare.size === 0 || further.length >= AT_MOST) return further;
    const seeds = Array.from({ length: AT_ONCE }, (_, index) => from + further.length + index);
    further.push(...(await inParallel(LANES, seeds, (seed) => oneRun(place, { seed, probability: OFTEN, rare }))));
  }
}

/** How often each kind was met. */
function metIn(endings: readonly Ending[]): ReadonlyMap<string, number> {
  const counts = countsOf(endings.flatMap(({ met }) => met));
  return new Map(NOISE.map(({ name }) => [name, counts.get(name) ?? 0]));
}

function endLine({ seed, stage, reason, claim, met }: Ending): string {
  return `         seed ${seed}: ${stage}, ${claim === false ? "which is not so" : (reason ?? "no reason")}, after ${[...countsOf(met).keys()].join("; ")}`;
}

function line(probability: number, { runs, completed, honest, false: wrong, rounds, tokens }: Tally): string {
  const times = (factor: number): string => `${factor.toFixed(2)} ×`.padStart(9);
  return `${String(probability).padStart(6)} ${String(runs).padStart(6)}   ${percent(completed)}  ${percent(honest)}  ${percent(wrong)} ${times(rounds)} ${times(tokens)}`;
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "200" },
      from: { type: "string", default: "1" },
      p: { type: "string", default: "0.05,0.1,0.3" },
      seed: { type: "string" },
      short: { type: "boolean", default: false },
    },
  });
  const probabilities = values.p.split(",").map(Number);
  if (probabilities.some((one) => !(one > 0 && one <= 1))) throw new Error("--p takes probabilities above 0, such as 0.1,0.3");
  const place = placeOfRuns();
  try {
    if (values.seed !== undefined) {
      for (const probability of probabilities)
        say(JSON.stringify(await oneRun(place, { seed: Number(values.seed), probability }), null, 2));
      return true;
    }
    const seeds = Array.from({ length: Number(values.runs) }, (_, index) => Number(values.from) + index);
    return await many(place, probabilities, seeds, values.short);
  } finally {
    await place.leave();
  }
}

process.exitCode = (await main()) ? 0 : 1;
