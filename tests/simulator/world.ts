/** One simulated world: time, a GitHub, the way to it, and what everybody who lives there has in common. */
import type { Model } from "#ports/model.ts";
import { type Commands, checkoutOf } from "./checkout.ts";
import { type Dice, diceOf } from "./dice.ts";
import { type SimulatedGitHub, simulatedGitHub } from "./github/github.ts";
import { attemptText, type Diligence, exitCodeOf, simulatedModel, WORK } from "./model.ts";
import { type Change, type Fate, type Net, netOf } from "./net.ts";
import { type Process, processOf } from "./process.ts";
import { type Schedule, scheduleFrom } from "./schedule.ts";
import type { Surroundings } from "./stations.ts";

/** 2026-01-05, a Monday. */
const BEGIN = Date.UTC(2026, 0, 5, 9);

const FILES = {
  ".github/workflows/loopwright.yml": "# The simulator plays its jobs.\n",
  "README.md": "# split\n",
  [WORK]: attemptText(0),
  "test/split.test.js": "test\n",
  "package.json": '{ "scripts": { "test": "node --test" } }\n',
};

/** Checks look at which attempt the file holds; every other command succeeds. */
const COMMANDS: Commands = (command, files) => ({ exitCode: exitCodeOf(command, files.get(WORK) ?? "") });

export interface World {
  readonly schedule: Schedule;
  readonly github: SimulatedGitHub;
  readonly net: Net;
  readonly dice: Dice;
  readonly log: string[];
  /** A new process of this name, with what it needs as this actor. */
  readonly born: (name: string, actor: Parameters<SimulatedGitHub["fetchFor"]>[0]) => Surroundings & { readonly process: Process };
  readonly checkout: () => ReturnType<typeof checkoutOf>;
}

/** `fateOf`: what becomes of each request that changes something; `served`: the model as it is reached, itself where absent. */
export function worldOf(seed: number, fateOf: (change: Change) => Fate, served: (model: Model) => Model = (model) => model): World {
  const schedule = scheduleFrom(BEGIN);
  const people = { ada: "admin", wim: "write", rob: "none" } as const;
  const github = simulatedGitHub({ owner: "acme", repo: "widget", now: schedule.now, people, files: FILES });
  const net = netOf(schedule, fateOf);
  const dice = diceOf(seed);
  const diligence: Diligence = { tried: 0 };
  const log: string[] = [];
  const say =
    (name: string) =>
    (line: string): void =>
      void log.push(`${schedule.now() - BEGIN} ${name}: ${line}`);
  return {
    schedule,
    github,
    net,
    dice,
    log,
    born(name, actor) {
      const process = processOf(name, schedule, () => dice.roll(256));
      const tell = say(name);
      return {
        process,
        fetch: net.fetchOf(process, github.fetchFor(actor)),
        model: served(simulatedModel(process, diligence)),
        log: { info: tell, warn: tell },
      };
    },
    checkout: () => checkoutOf(github.state.objects, COMMANDS),
  };
}
