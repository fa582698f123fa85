/** `npm run model-check`: every way that a run can go, in worlds of several sizes, held against the laws. */
import { parseArgs } from "node:util";
import { LAWS } from "./laws.ts";
import { gapsOf, linesOf, sizeOf, together } from "./report.ts";
import { ALL, CALM, type Scene } from "./scene.ts";
import { search } from "./search.ts";
import { CORE, SWITCHES, type Switch, type System } from "./system.ts";

const say = (...lines: readonly string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(""));

/** The worlds, from what is seen whole to what is seen as far as the bound goes. */
const SCENES: Readonly<Record<string, Scene>> = {
  "one worker, all troubles, off GitHub": { ...CALM, work: true, gates: true, trouble: true, iterations: 3 },
  "one worker, a format command, off GitHub": { ...CALM, work: true, gates: true, formats: true, iterations: 3 },
  "one worker, four iterations, off GitHub": { ...CALM, work: true, gates: true, iterations: 4 },
  "two workers that die, good and bad work": { ...CALM, work: true, workers: 2, crashes: true },
  "two workers, all troubles, good work": { ...CALM, trouble: true, workers: 2, crashes: true, gates: true },
  "people and permissions on GitHub, two workers, good work": { ...CALM, github: true, people: true, crashes: true, workers: 2 },
  "people, troubles and all work, one worker, off GitHub": { ...ALL, github: false, workers: 1, atoms: false, iterations: 2, revisions: 1 },
  "a graph of atoms, all work, one worker": { ...CALM, atoms: true, work: true, iterations: 3 },
  "atoms that are tried three times": { ...CALM, atoms: true, attempts: 3 },
  "a graph of atoms that people steer": { ...CALM, atoms: true, steering: true },
  "a run that people steer, good and bad work": { ...CALM, steering: true, work: true, gates: true },
  "a run that people steer on GitHub, with troubles": { ...CALM, github: true, steering: true, trouble: true, iterations: 1 },
  "a run on GitHub whose worker dies, with troubles": { ...CALM, github: true, trouble: true, crashes: true, iterations: 1 },
  "a run on GitHub, with troubles and two workers": { ...CALM, github: true, trouble: true, workers: 2, crashes: true, iterations: 1 },
  "a question, with all troubles": {
    ...CALM,
    workflow: "question",
    github: true,
    people: true,
    steering: true,
    trouble: true,
    gates: true,
  },
  "an investigation, two workers that die": { ...CALM, workflow: "qa-proof", people: true, trouble: true, workers: 2, crashes: true },
  "a pull request that is reviewed": { ...CALM, github: true, reviews: true, work: true, iterations: 1 },
  "unfinished work that is shown as a draft": { ...CALM, github: true, drafts: true, work: true, people: true, iterations: 1 },
  "a branch that is sent back, off GitHub": { ...CALM, reviews: true, work: true, gates: true, iterations: 2 },
  "plans that are tried, by whoever makes them": { ...CALM, tried: "here", steering: true, gates: true, iterations: 1 },
  "plans that a job tries, with troubles": {
    ...CALM,
    github: true,
    tried: "job",
    steering: true,
    people: true,
    trouble: true,
    crashes: true,
    gates: true,
    iterations: 1,
    corrections: 0,
  },
  "everything at once": { ...ALL, iterations: 2, revisions: 1 },
};

/** The core, or the core without the guards that are named. Throws for a name that is none. */
function systemWithout(names: readonly string[]): System {
  return names.reduce<System>((system, name) => {
    if (!Object.hasOwn(SWITCHES, name)) throw new Error(`--without takes one of: ${Object.keys(SWITCHES).join(", ")}`);
    return SWITCHES[name as Switch](system);
  }, CORE);
}

function main(args: readonly string[]): boolean {
  const { values } = parseArgs({
    args: [...args],
    options: {
      without: { type: "string", multiple: true, default: [] },
      states: { type: "string", default: "60000" },
      laws: { type: "boolean", default: false },
    },
  });
  const states = Number(values.states);
  if (!(states > 0)) throw new Error("--states takes a number");
  if (values.laws) say(...LAWS);
  const system = systemWithout(values.without);
  const all = Object.entries(SCENES).map(([name, scene]) => {
    const began = performance.now();
    const found = search({ scene, system }, { states, violations: 10 });
    say(`${name}: ${sizeOf(found)} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    return found;
  });
  const found = together(all);
  const gaps = gapsOf(found);
  say("", ...linesOf(found), ...(gaps.length === 0 ? [] : ["neither reached nor explained, or both:", ...gaps.map((gap) => `  ${gap}`)]));
  return found.violations.length === 0 && gaps.length === 0;
}

process.exitCode = main(process.argv.slice(2)) ? 0 : 1;
