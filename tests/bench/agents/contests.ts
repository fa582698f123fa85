/** The contests of agents have the same work done by the built command line, by the floor and by other products. */
import type { Contest, Contestant, Figure, Figures, Target } from "../contest.ts";
import { ENOUGH } from "../service/figures.ts";
import { type RunFigures, runAgent } from "./run.ts";
import { commands, cycle, output, type Work } from "./work.ts";

/** A figure of a run, and where it should be, as far as that is known. */
interface Part {
  readonly key: keyof RunFigures;
  readonly name: string;
  readonly unit: Figure["unit"];
  readonly targets: readonly Target[];
}

function against(most: number, ...names: readonly Target["against"][]): readonly Target[] {
  return names.map((name) => ({ most, against: name }));
}

const SECONDS: Part = { key: "seconds", name: "processor", unit: "s", targets: [] };
const LARGEST: Part = { key: "megabytes", name: "largest process", unit: "MB", targets: against(0.7, "pi") };

/** Where the figures of a work should be that are not the same for each. */
type Aims = Readonly<Record<"step" | "seconds" | "largest" | "cost", readonly Target[]>>;

/** What is told of a work of so many steps. */
function partsOf(steps: number, aims: Aims): readonly Part[] {
  const growth: Part = { key: "growth", name: "last steps over first", unit: "times", targets: against(1, "nobody") };
  return [
    { key: "cold", name: "cold start", unit: "ms", targets: [...against(0.35, "pi"), ...against(0.7, "claude-bare")] },
    { key: "step", name: "own time of a step", unit: "ms", targets: aims.step },
    ...(steps < ENOUGH ? [] : [growth]),
    { ...SECONDS, targets: aims.seconds },
    { ...LARGEST, targets: aims.largest },
    { key: "firstBytes", name: "first request", unit: "bytes", targets: against(3_800, "nobody") },
    { key: "cost", name: "prompt cost", unit: "tokens", targets: aims.cost },
    { key: "breaks", name: "prefix breaks", unit: "count", targets: [] },
  ];
}

/** Long work may not cost what its whole history costs, and a short one starts nothing that it does not need. */
function aimsOf(steps: number): Aims {
  return {
    step: against(0.75, "pi"),
    seconds: steps === 100 ? against(0.55, "pi") : [],
    largest: against(steps < 100 ? 0.6 : 0.7, "pi"),
    cost: steps < 100 ? [] : against(steps < 199 ? 0.6 : 0.4, "floor"),
  };
}

/** A figure's name is told apart by the steps of its work where a contest has several. */
const nameOf = ({ name }: Part, steps: number): string => `${name} (${steps})`;

/** A contest of works, with the parts that are told of each. */
function contestOf(name: string, what: string, works: readonly (readonly [Work, readonly Part[]])[]): Contest {
  return {
    name,
    what,
    figures: works.flatMap(([{ steps }, parts]) => parts.map((part) => ({ ...part, name: nameOf(part, steps) }))),
    takesPeers: true,
    play: async (contestant) => {
      const all: Figures[] = [];
      for (const [work, parts] of works) all.push(await playOf(contestant, work, parts));
      return Object.assign({}, ...all);
    },
  };
}

async function playOf(contestant: Contestant, work: Work, parts: readonly Part[]): Promise<Figures> {
  const run = await runAgent(contestant, work);
  return Object.fromEntries(
    parts.map((part) => {
      const value = run[part.key];
      if (value === null) throw new Error(`bug: ${work.steps} steps are too few for ${part.name}`);
      return [nameOf(part, work.steps), value];
    }),
  );
}

/** Reads, edits and commands by turns, in runs of so many steps. */
export function agentContest(...steps: readonly number[]): Contest {
  const works = steps.map((count) => [cycle(count), partsOf(count, aimsOf(count))] as const);
  return contestOf("agent", "an agent that reads a file, edits it and runs a command, again and again", works);
}

/** Commands only. */
export function execContest(steps: number): Contest {
  return contestOf("exec", "an agent that runs commands and nothing else", [
    [commands(steps), partsOf(steps, { ...aimsOf(steps), step: against(1, "pi"), seconds: [], cost: [] })],
  ]);
}

/** Two commands that print 100 MB each. */
export const OUTPUT: Contest = contestOf("output", "an agent whose command prints 100 MB", [
  [output(2, 100_000_000), [SECONDS, { ...LARGEST, targets: against(120, "nobody") }]],
]);
