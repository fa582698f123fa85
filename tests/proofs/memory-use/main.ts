/**
 * `npm run memory-use`: is what earlier runs left of any use? Each story is played without it and with it; printed are the rounds (plans and
 * iterations) and the tokens of both, side by side. `--only a,b`: stories by name. Ends with 1 where a memory that fits saves no round, where
 * one that does not fit stays, or where the stories together take no fewer tokens with it.
 */
import { parseArgs } from "node:util";
import { inParallel } from "#loop/context/parallel.ts";
import { playStory } from "./one-story.ts";
import { STORIES } from "./stories.ts";
import { faultsOf, lineOf, type Result, totalOf } from "./tally.ts";

const LANES = 2;

const { values } = parseArgs({ options: { only: { type: "string" } } });
const only = values.only?.split(",");
const chosen = STORIES.filter(({ name }) => only === undefined || only.includes(name));
if (chosen.length === 0) throw new Error(`--only takes names of stories: ${STORIES.map(({ name }) => name).join(", ")}`);
const results = await inParallel(LANES, chosen, async (story): Promise<Result> => ({ name: story.name, ...(await playStory(story)) }));
const faults = faultsOf(results);
const head = "story                     rounds  with    tokens    with  shown  ends";
const lines = [head, ...results.map(lineOf), "", totalOf(results), ...faults, `memory-use: ${faults.length} faults`];
process.stdout.write(`${lines.join("\n")}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
