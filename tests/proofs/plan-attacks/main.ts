/** `npm run plan-attacks`: plans with seeded holes, and sound ones: which holes are found before anybody approves, and what is said of none. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inParallel } from "#loop/context/parallel.ts";
import { slippedLine } from "#text/phrases/attack-words.ts";
import { say } from "../../claims/command.ts";
import { type PlanGround, readPlanGrounds, type SeededPlan } from "./ground.ts";
import { type Attacked, attacked, isAsSeeded } from "./play.ts";

const ABREAST = 2;
/** The longest that one plan may take: what the plan's own limit says, and one command that was under way. */
const LONGEST_MS = 30_000;
const LEAST_FOUND = 0.95;
const MOST_FALSE = 0.05;

interface PlayedPlan {
  readonly language: string;
  readonly plan: SeededPlan;
  readonly came: Attacked;
}

const msOf = ({ came }: PlayedPlan): number => (came.kind === "attacked" ? came.attacks.ms : 0);
const slips = ({ came }: PlayedPlan): boolean => came.kind === "attacked" && came.attacks.slipped.length > 0;
const isRight = ({ plan, came }: PlayedPlan): boolean => isAsSeeded(plan, came);

function wordOf({ came }: PlayedPlan): string {
  if (came.kind === "unfit") return `unfit: ${came.why}`;
  const { slipped, judged, untried, tried } = came.attacks;
  const [first] = slipped;
  if (first !== undefined) return slippedLine(first);
  return `${tried} refused${judged.length > 0 ? `, ${judged.length} for a model` : ""}${untried.length > 0 ? `, no time: ${untried.join(" ")}` : ""}`;
}

function rowOf(one: PlayedPlan): string {
  const { plan } = one;
  const seconds = (msOf(one) / 1000).toFixed(1).padStart(5);
  return `${isRight(one) ? "  " : "! "}${plan.id.padEnd(26)}${plan.hole === null ? "sound" : "hole "} ${seconds} s  ${wordOf(one).replace(/\s+/g, " ").slice(0, 150)}`;
}

async function main(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: "string" } } });
  const only = values.only?.split(",");
  const root = process.cwd();
  const all = readPlanGrounds(root).flatMap((ground) => ground.plans.map((plan): readonly [PlanGround, SeededPlan] => [ground, plan]));
  const unknown = only?.find((wanted) => !all.some(([, { id }]) => id === wanted));
  if (unknown !== undefined) throw new Error(`--only names no plan: ${unknown}`);
  const chosen = all.filter(([, { id }]) => only === undefined || only.includes(id));
  const hostFile = join(root, "dist/tool-host.mjs");
  const played = await inParallel(ABREAST, chosen, async ([ground, plan]) => {
    const one = { language: ground.language, plan, came: await attacked(ground, plan, { hostFile }) };
    say(rowOf(one));
    return one;
  });
  const [seeded, sound] = [played.filter(({ plan }) => plan.hole !== null), played.filter(({ plan }) => plan.hole === null)];
  const [found, alarms] = [seeded.filter(slips).length, sound.filter(slips).length];
  const longest = Math.max(...played.map(msOf));
  say(
    "",
    `languages: ${[...new Set(played.map(({ language }) => language))].join(", ")}`,
    `holes found: ${found} of ${seeded.length}`,
    `false alarms: ${alarms} of ${sound.length}`,
    `unfit: ${played.filter(({ came }) => came.kind === "unfit").length}`,
    `the longest took ${(longest / 1000).toFixed(1)} s`,
  );
  const isEnough = found >= seeded.length * LEAST_FOUND && alarms <= sound.length * MOST_FALSE;
  return isEnough && longest <= LONGEST_MS && played.every(({ came }) => came.kind === "attacked");
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
