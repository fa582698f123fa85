/**
 * `npm run simulate`: seeds draw journeys in which everything goes wrong that can, and laws are held against each step and each end.
 * `--seeds N` (2000), `--from S` (1): how many, and from which on; what breaks is shrunk to the shortest plan that still breaks.
 * What breaks is also told at once on the standard error, and after every 2,500 seeds of a process how far it is.
 * `--seed S`: one, with its plan, what happened, and the hash of it; `--plan JSON` the same of a plan.
 * `--controls`: takes one protection of the product out after the other (`controls.yaml`); each must be noticed within 1,000 seeds, and none without a fault that does not say so.
 * `--only a,b`: these controls alone; `--sample N`: so many of them, others each day.
 * `--stops`: says `/stop` at every point of a journey; nothing that counts may come after it. With `--only a`: tells whether that is noticed under the control.
 */
import { parseArgs } from "node:util";
import * as z from "zod";
import { KINDS, Plan } from "./blow.ts";
import { controlsIn, hunted, judged, misplaced } from "./controls.ts";
import { drawn } from "./draw.ts";
import { type Outcome, played } from "./play.ts";
import { type Share, sharedOut, shareOf } from "./shares.ts";
import { shrunk } from "./shrink.ts";
import { Stops, stopsOf, toldOf } from "./stops.ts";

const Tally = z.object({
  /** Plays in which a blow fell. */
  seeds: z.number(),
  /** Those in which none did: they do not count. */
  idle: z.number(),
  changes: z.number(),
  /** How often each kind of blow fell. */
  fallen: z.record(z.string(), z.number()),
  broken: z.array(z.object({ plan: Plan, laws: z.array(z.string()) })),
});
type Tally = z.infer<typeof Tally>;

/** As many broken plays are told, each with so many laws. */
const SHOWN = 20;
const LAWS = 4;
/** Each kind of blow must have fallen so often in 2,000 seeds. */
const LEAST = 50;
const ENOUGH = 2_000;
/** Seeds within which a control must be noticed, and how many controls there must be at least. */
const HUNTED = 1_000;
const CONTROLS = 12;
const DAY = 86_400_000;
/** After so many seeds a long run says how far it is. */
const TOLD = 2_500;

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const say = (...lines: readonly string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(""));

/** Plays its share of the seeds, and for each in which no blow fell a further one. */
async function share({ of, all }: Share, from: number, seeds: number): Promise<Tally> {
  const tally: Tally = { seeds: 0, idle: 0, changes: 0, fallen: {}, broken: [] };
  const wanted = Math.ceil((seeds - of) / all);
  for (let seed = from + of; tally.seeds < wanted; seed += all) count(tally, await played(drawn(seed)));
  return tally;
}

function count(tally: Tally, { plan, broken, fallen, changes }: Outcome): void {
  if (fallen.size === 0) tally.idle++;
  else if (++tally.seeds % TOLD === 0) tell(`seed ${plan.seed}: ${tally.seeds} played here, ${tally.broken.length} broke a law`);
  tally.changes += changes.length;
  for (const [kind, times] of fallen) tally.fallen[kind] = (tally.fallen[kind] ?? 0) + times;
  if (broken.length === 0) return;
  tally.broken.push({ plan, laws: [...broken] });
  tell(`seed ${plan.seed} broke: ${broken[0]}`);
}

/** What happened in one play. */
async function one(wanted: Plan): Promise<boolean> {
  const { plan, broken, trace, lines } = await played(wanted);
  say(JSON.stringify(plan), "", ...lines, "", ...broken, `trace ${trace}`);
  return broken.length === 0;
}

async function many(from: number, seeds: number): Promise<boolean> {
  const begin = performance.now();
  const tallies = await sharedOut(2, ["--seeds", String(seeds), "--from", String(from)], Tally);
  const sum = (of: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0);
  const broken = tallies.flatMap((tally) => tally.broken).sort((a, b) => a.plan.seed - b.plan.seed);
  for (const { plan, laws } of broken.slice(0, SHOWN)) {
    const least = await shrunk(plan, async (candidate) => (await played(candidate)).broken.length > 0);
    say(`  seed ${plan.seed}: ${JSON.stringify(least)}`, ...laws.slice(0, LAWS).map((law) => `    ${law}`));
  }
  const fallen = KINDS.map((kind) => [kind, sum((tally) => tally.fallen[kind] ?? 0)] as const);
  say("injections by kind:", ...fallen.map(([kind, times]) => `  ${kind.padEnd(20)}${times}`));
  const rare = fallen.filter(([, times]) => seeds >= ENOUGH && times < LEAST).map(([kind]) => kind);
  if (rare.length > 0) say(`too few of: ${rare.join(", ")}`);
  const seconds = Math.round((performance.now() - begin) / 1000);
  const idle = sum((tally) => tally.idle);
  say(
    `seeds: ${sum((tally) => tally.seeds)} from ${from} (${idle} more met no fault and do not count), changes on GitHub: ${sum((tally) => tally.changes)}, injections: ${fallen.reduce((total, [, times]) => total + times, 0)}; violations: ${broken.length}; ${seconds} seconds`,
  );
  return broken.length === 0 && rare.length === 0;
}

/** Tries the controls, two at a time, in so many seeds or by stops. True when the laws noticed each of them. */
async function controls(tried: string, chosen: Chosen): Promise<boolean> {
  const root = process.cwd();
  const begin = performance.now();
  const all = choice(Object.entries(controlsIn(root)), chosen);
  const wrong = all.flatMap(([, control]) => misplaced(root, control));
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  const unit = tried === "stops" ? "stop" : "seed";
  let [caught, next] = [0, 0];
  const worker = async (): Promise<void> => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) {
      const [name, control] = one;
      const { ok, words } = judged(control, await hunted(root, control, tried), unit);
      if (ok) caught++;
      say(`  ${name.padEnd(26)}${words}`);
    }
  };
  await Promise.all([worker(), worker()]);
  const seconds = Math.round((performance.now() - begin) / 1000);
  say(`controls: ${caught} of ${all.length} caught ${tried === "stops" ? "by stops" : `within ${tried} seeds`}; ${seconds} seconds`);
  return caught === all.length && caught >= Math.min(CONTROLS, chosen.only.length || chosen.sample);
}

/** Which controls are tried: these, all where none is named, and of those so many. */
interface Chosen {
  readonly only: readonly string[];
  readonly sample: number;
}

/** Throws for a name that no control has. A sample begins at another one each day. */
function choice<T>(all: readonly (readonly [string, T])[], { only, sample }: Chosen): readonly (readonly [string, T])[] {
  const unknown = only.filter((name) => !all.some(([known]) => known === name));
  if (unknown.length > 0) throw new Error(`no control is called ${unknown.join(", ")}: see tests/proofs/simulator/controls.yaml`);
  const wanted = all.filter(([name]) => only.length === 0 || only.includes(name));
  const from = sample < wanted.length ? (Math.floor(Date.now() / DAY) * sample) % wanted.length : 0;
  return [...wanted.slice(from), ...wanted.slice(0, from)].slice(0, sample);
}

/** True where nothing came after a stop. */
async function stops(): Promise<boolean> {
  const begin = performance.now();
  const tallies = await sharedOut(2, ["--stops"], Stops);
  const { line, wrong } = toldOf(tallies.flatMap((tally) => tally.stops));
  for (const { at, later, broken } of wrong.slice(0, SHOWN))
    say(`  at ${at}:`, ...[...later, ...broken].slice(0, LAWS).map((law) => `    ${law}`));
  say(`${line}; ${Math.round((performance.now() - begin) / 1000)} seconds`);
  return wrong.length === 0;
}

/** What this process is to do for another one like it. */
async function shared(option: string, isStops: boolean, [from, seeds]: readonly [number, number]): Promise<boolean> {
  const of = shareOf(option);
  process.stdout.write(JSON.stringify(isStops ? await stopsOf(of) : await share(of, from, seeds)));
  return true;
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      stops: { type: "boolean", default: false },
      seeds: { type: "string", default: "2000" },
      from: { type: "string", default: "1" },
      seed: { type: "string" },
      plan: { type: "string" },
      controls: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      sample: { type: "string", default: "1000" },
      share: { type: "string" },
    },
  });
  const [seeds, from] = [Number(values.seeds), Number(values.from)];
  const only = values.only.split(",").filter((name) => name !== "");
  if (values.share !== undefined) return shared(values.share, values.stops, [from, seeds]);
  if (values.controls || only.length > 0)
    return controls(values.stops ? "stops" : String(Math.min(seeds, HUNTED)), { only, sample: Number(values.sample) });
  if (values.stops) return stops();
  if (values.plan !== undefined) return one(Plan.parse(JSON.parse(values.plan)));
  if (values.seed !== undefined) return one(drawn(Number(values.seed)));
  return many(from, seeds);
}

process.exitCode = (await main()) ? 0 : 1;
