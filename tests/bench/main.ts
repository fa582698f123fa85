/** `npm run bench` plays contests of the built product against a floor; a ratio worse than kept ends it with 1. */
import { endWithin } from "../builders/ending.ts";
import { checkout } from "../journeys/demo/root.ts";
import { QUIET, whenQuiet } from "../journeys/load/quiet.ts";
import type { Contest } from "./contest.ts";
import { CONTESTS } from "./contests.ts";
import { Misuse, type Options, optionsOf, USAGE } from "./options.ts";
import { readKept, withContest, writeKept } from "./ratios/kept.ts";
import { tableOf } from "./ratios/table.ts";
import { type KeptRatios, steadyOf } from "./ratios/verdict.ts";
import { playRounds } from "./rounds.ts";

/** Milliseconds for all of it: several times what it takes on two cores, with peers and every contest tried again. */
const LIMIT = 4 * 3_600_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const note = (line: string): void => void process.stderr.write(`${line}\n`);

/** Waits for a quiet machine, and says where it is none: what fails then says as much about others. */
async function quiet(): Promise<void> {
  const used = await whenQuiet();
  if (used > QUIET) note(`others use ${(used * 100).toFixed(0)} % of the machine`);
}

/** What no clock measures can be measured beside other work. */
const atOnce = (): Promise<unknown> => Promise.resolve();

let awaited = "its first contest";

function judgedOf({ figures }: Contest, ratios: KeptRatios, steady: boolean): KeptRatios {
  return steady ? steadyOf(figures, ratios) : ratios;
}

/** Plays contests one after the other. Gives what is worse than kept, in words. */
async function bench(contests: readonly Contest[], { keep, rounds, peers, steady }: Options): Promise<readonly string[]> {
  const file = checkout("tests/bench/kept.yaml");
  const contestants = [{ name: "ours" as const }, { name: "floor" as const }, ...peers];
  let kept = await readKept(file);
  const all: string[] = [];
  for (const contest of contests) {
    awaited = contest.name;
    const ratios = kept[contest.name] ?? {};
    const judging = { kept: keep ? null : judgedOf(contest, ratios, steady), quiet: steady ? atOnce : quiet };
    const how = { contestants, rounds, say: note, ...judging };
    const { measured, faults } = await playRounds(contest, how);
    for (const line of ["", `${contest.name}: ${contest.what}`, ...tableOf(measured, ratios)]) say(line);
    all.push(...faults.map((fault) => `${contest.name}, ${fault}`));
    kept = withContest(kept, contest.name, measured);
  }
  if (keep) await writeKept(file, kept);
  return all;
}

/** The exit code: 0, 1 for a ratio that is worse, 2 for arguments that are none. */
async function main(args: readonly string[]): Promise<number> {
  try {
    const names = CONTESTS.map(({ name }) => name);
    const options = optionsOf(args, names);
    if (options.help) {
      say([USAGE, "", "Contests:", ...CONTESTS.map(({ name, what }) => `  ${name.padEnd(8)} ${what}`)].join("\n"));
      return 0;
    }
    const faults = await bench(
      CONTESTS.filter(({ name }) => options.only?.includes(name) ?? true),
      options,
    );
    for (const fault of faults) say(`WRONG: ${fault}`);
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    note(error.message);
    return 2;
  }
}

const isOver = endWithin(LIMIT, () => awaited);
process.exitCode = await main(process.argv.slice(2)).finally(isOver);
