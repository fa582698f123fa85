/** One simulated world: time, a GitHub, the way to it, and what everybody who lives there has in common. */
import type { Model } from "#ports/model.ts";
import { type Commands, checkoutOf } from "./checkout.ts";
import { type Dice, diceOf } from "./dice.ts";
import type { FaultFor } from "./github/front.ts";
import { type SimulatedGitHub, simulatedGitHub } from "./github/github.ts";
import { type Leaks, leaksOf } from "./leaks.ts";
import { attemptText, type Diligence, exitCodeOf, simulatedModel, WORK } from "./model.ts";
import { type Net, netOf, type Onlooker, type Sent } from "./net.ts";
import { type Prices, pricesOf } from "./prices.ts";
import { type Process, processOf } from "./process.ts";
import { type Schedule, scheduleFrom } from "./schedule.ts";
import type { Surroundings } from "./stations.ts";

/** 2026-01-05, a Monday. */
const BEGIN = Date.UTC(2026, 0, 5, 9);

/** A run may cost little enough for two dear calls of the model to be too much. */
const FILES = {
  ".github/loopwright.yml": "limits:\n  tokens: 115000\n",
  ".github/workflows/loopwright.yml": "# The simulator plays its jobs.\n",
  "README.md": "# split\n",
  [WORK]: attemptText(0),
  "test/split.test.js": "test\n",
  "package.json": '{ "scripts": { "test": "node --test" } }\n',
};

/** Who has which role when a play begins. */
export const PEOPLE = { ada: "admin", wim: "write", rob: "none" } as const;

/** Checks look at which attempt the file holds; every other command succeeds. */
const COMMANDS: Commands = (command, files) => ({ exitCode: exitCodeOf(command, files.get(WORK) ?? "") });

export interface World {
  readonly schedule: Schedule;
  /** Milliseconds since the beginning. */
  readonly elapsed: () => number;
  readonly github: SimulatedGitHub;
  readonly net: Net;
  readonly dice: Dice;
  readonly prices: Prices;
  readonly leaks: Leaks;
  /** Jobs that went on until they were killed (`time-limit.ts`), as sentences. */
  readonly overdue: string[];
  readonly log: string[];
  /** A new process of this name, with what it needs as this actor. */
  readonly born: (name: string, actor: Parameters<SimulatedGitHub["fetchFor"]>[0]) => Surroundings & { readonly process: Process };
  /** The workspace of a job. */
  readonly checkout: (process: Process) => ReturnType<typeof checkoutOf>;
  /** Told of each request that GitHub heard. */
  readonly onHeard: (listener: Onlooker["heard"]) => void;
}

/** What a world meets with. */
export interface Climate {
  readonly fateOf: Onlooker["fateOf"];
  readonly faultFor: FaultFor;
  readonly over: (model: Model) => Model;
  /** Milliseconds that the setup of this job takes. */
  readonly preparesOf: (name: string) => number;
  /** Milliseconds that the model takes for each answer. */
  readonly thinks: number;
}

/** `climate` is asked for with the clock of the world: milliseconds since the beginning. */
export function worldOf(seed: number, climateOf: (elapsed: () => number) => Partial<Climate> = () => ({})): World {
  const schedule = scheduleFrom(BEGIN);
  const elapsed = (): number => schedule.now() - BEGIN;
  const climate = climateOf(elapsed);
  const {
    fateOf = () => "passes" as const,
    faultFor = () => null,
    over = (model: Model) => model,
    preparesOf = () => 0,
    thinks = 400,
  } = climate;
  const github = simulatedGitHub({ owner: "acme", repo: "widget", now: schedule.now, people: PEOPLE, files: FILES }, faultFor);
  const listeners: Onlooker["heard"][] = [];
  const heard = (sent: Sent, status: number, began: number): void => {
    for (const listener of listeners) listener(sent, status, began);
  };
  const prices = pricesOf();
  const leaks = leaksOf(elapsed);
  const met: Onlooker["fateOf"] = (sent) => {
    const fate = fateOf(sent);
    if (fate !== "passes") prices.disturbed(sent.by);
    return fate;
  };
  const net = netOf(schedule, { fateOf: met, heard });
  const dice = diceOf(seed);
  const diligence: Diligence = { tried: 0 };
  const log: string[] = [];
  const say =
    (name: string) =>
    (line: string): void =>
      void log.push(`${elapsed()} ${name}: ${line}`);
  return {
    schedule,
    elapsed,
    github,
    net,
    dice,
    prices,
    leaks,
    overdue: [],
    log,
    born(name, actor) {
      const process = processOf(name, schedule, () => dice.roll(256));
      const tell = say(name);
      return {
        process,
        fetch: leaks.watched(net.fetchOf(process, github.fetchFor(actor)), process),
        model: prices.counted(over(simulatedModel(process, diligence, thinks)), process),
        log: { info: tell, warn: tell },
      };
    },
    checkout: (process) => {
      const ms = preparesOf(process.name);
      return checkoutOf(github.state.objects, COMMANDS, (signal) => (ms === 0 ? Promise.resolve() : process.clock.sleep(ms, signal)));
    },
    onHeard: (listener) => void listeners.push(listener),
  };
}
