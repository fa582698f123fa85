/** Plays a plan to its end, and says what of it is broken. */
import { createHash } from "node:crypto";
import { DEEDS, type Marks } from "./acts.ts";
import { isAct, isGentle, type Kind, type Plan, STORM } from "./blow.ts";
import { brokenEnds } from "./end-laws.ts";
import type { WorkflowRun } from "./github/things.ts";
import { type Course, journey } from "./journey.ts";
import type { Change } from "./net.ts";
import { type StepLaws, stepLawsOf } from "./step-laws.ts";
import { type Weather, weatherOf } from "./weather.ts";
import { PEOPLE, type World, worldOf } from "./world.ts";

export interface Outcome {
  readonly plan: Plan;
  /** Empty where all laws held. */
  readonly broken: readonly string[];
  /** How often each kind of blow fell. */
  readonly fallen: ReadonlyMap<Kind, number>;
  /** Every request that changes something, in order. */
  readonly changes: readonly Change[];
  /** SHA-256 over everything that happened, with its time and what it left. */
  readonly trace: string;
  /** The same as text. */
  readonly lines: readonly string[];
}

/** Never throws for what the product does: that is broken, too. */
export async function played(plan: Plan): Promise<Outcome> {
  let weather: Weather = weatherOf([], () => 0);
  const world = worldOf(plan.seed, (elapsed) => {
    weather = weatherOf(plan.blows, elapsed);
    return weather;
  });
  const laws = stepLawsOf(world, () => weather.fallen.get("freezes") ?? 0);
  const course = courseOf(plan, { world, weather, laws });
  world.onHeard((sent, status, began) => {
    course.lines.push(`${world.elapsed()} ${sent.by.name} ${sent.what} ${status}`);
    if (status < 300) laws.look(sent, began);
  });
  const ended = await journey(world, course).catch((error: unknown) => `threw: ${error instanceof Error ? error.stack : String(error)}`);
  const ends =
    typeof ended === "string"
      ? [ended]
      : brokenEnds(world, {
          issues: ended,
          told: laws.told,
          isGentle: isGentle(plan),
          hands: course.marks,
          frozen: weather.fallen.get("freezes") ?? 0,
        });
  const failures = world.github.failures.map((failure) => `the stand-in failed: ${String(failure)}`);
  const lines = [...course.lines, ...laws.trace, ...world.log, ...world.github.commentsOn(1).map(({ body }) => body)];
  return {
    plan,
    broken: [...laws.broken, ...ends, ...failures],
    fallen: weather.fallen,
    changes: world.net.changes,
    trace: createHash("sha256").update(lines.join("\n")).digest("hex"),
    lines,
  };
}

interface Place {
  readonly world: World;
  readonly weather: Weather;
  readonly laws: StepLaws;
}

interface Staged extends Course {
  readonly lines: string[];
  readonly marks: Marks;
}

function courseOf(plan: Plan, { world, weather, laws }: Place): Staged {
  const { schedule, github } = world;
  const lines: string[] = [];
  const marks: Marks = { comments: new Map(), locked: new Set(), labelled: new Set() };
  const acts = plan.blows.flatMap((blow) =>
    isAct(blow.kind) && "at" in blow && "issue" in blow ? [{ act: blow.kind, at: blow.at, nth: blow.issue }] : [],
  );
  return {
    lines,
    marks,
    issues: plan.issues,
    arrivalsOf: weather.arrivalsOf,
    begun: (run) => {
      for (const ms of weather.doublesOf()) schedule.after(ms, () => dispatchAgain(world, run));
    },
    opened(issues, onBug) {
      for (const { act, at, nth } of acts) {
        schedule.after(at, () => {
          const issue = issues[nth % issues.length] ?? 0;
          if (!DEEDS[act]({ world, marks, onBug }, issue)) return;
          weather.note(act);
          lines.push(`${world.elapsed()} ${act}`);
          laws.look(null);
        });
      }
    },
    calmAt: plan.blows.length === 0 ? 0 : STORM,
    calm(issues) {
      for (const [login, role] of Object.entries(PEOPLE)) github.setRole(login, role);
      github.setVariable("LOOPWRIGHT_FREEZE", null);
      for (const issue of issues) if (github.issue(issue)?.locked === true) github.lockIssue(issue, "ada", false);
      laws.look(null);
    },
    told: () => laws.told.values(),
  };
}

/** Somebody presses "Run workflow" with the same inputs. */
function dispatchAgain({ github }: World, { inputs }: WorkflowRun): void {
  const order = github.fetchFor(github.person("ada"));
  void order("https://api.github.example/repos/acme/widget/actions/workflows/loopwright.yml/dispatches", {
    method: "POST",
    body: JSON.stringify({ ref: "main", inputs }),
  });
}
