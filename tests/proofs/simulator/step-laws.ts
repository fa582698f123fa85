/** What must hold after every step of a play (security 1, S2, S3, S8; 3.6, J1 to J4): looked at whenever GitHub did something. */
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { unlawful, type Witness } from "./event-laws.ts";
import { type HeadsSeen, headsSeenIn } from "./heads-seen.ts";
import type { Sent } from "./net.ts";
import { type RolesSeen, rolesSeenIn } from "./roles-seen.ts";
import { placeOfRef, readTold, type Told } from "./truth.ts";
import { untold } from "./visible-laws.ts";
import type { World } from "./world.ts";

export interface StepLaws {
  /**
   * Looks at what is new. `sent`: the request that GitHub has just carried out, null where a person did something. `began`: when it was sent,
   * in milliseconds; now, where it is not said.
   */
  readonly look: (sent: Sent | null, began?: number) => void;
  /** Every law that was broken so far, as a sentence. */
  readonly broken: readonly string[];
  /** Journals of all runs, by their refs. */
  readonly told: ReadonlyMap<string, Told>;
  /** One line for each step: what moved. */
  readonly trace: readonly string[];
}

/** Milliseconds of being awake after which whoever works knows that the run was stopped: they look every five seconds, and send again for a while. */
const HEARS = 60_000;
/** Milliseconds after which a request has been on its way for so long that nobody could call it back: its sender stood still with it in hand. */
const IN_HAND = 1_000;
/** Milliseconds for which what GitHub showed of a branch may be acted upon. */
const LATELY = 1_000;
/** Characters that are told of an event. */
const SAID = 160;
/** As many broken laws are told. */
const MOST = 20;

interface Watch {
  readonly world: World;
  readonly frozen: () => number;
  readonly roles: RolesSeen;
  readonly heads: HeadsSeen;
  readonly refs: Map<string, string>;
  readonly told: Map<string, Told>;
  /** When the journal of each run that is asked to stop said so first, by the run's id. */
  readonly stops: Map<string, number>;
  readonly trace: string[];
}

/** Watches the world from now on. `frozen`: how many have stood still until now. */
export function stepLawsOf(world: World, frozen: () => number = () => 0): StepLaws {
  const { github, elapsed } = world;
  const refs = new Map(github.refs().map(({ name, sha }) => [name, sha]));
  const watch: Watch = {
    world,
    frozen,
    roles: rolesSeenIn(world),
    heads: headsSeenIn(world),
    refs,
    told: new Map(),
    stops: new Map(),
    trace: [],
  };
  const broken: string[] = [];
  return {
    broken,
    told: watch.told,
    trace: watch.trace,
    look(sent, began = world.schedule.now()) {
      watch.roles.look();
      if (sent !== null && sent.change === null) return watch.heads.look(sent);
      const isLate = world.schedule.now() - began > IN_HAND;
      const laws = [
        ...moves(watch, sent),
        ...(sent === null ? [] : untold(world, sent, watch.told)),
        ...(sent === null || isLate ? [] : creates(watch, sent, began)),
      ];
      broken.push(...laws.slice(0, MOST - broken.length).map((law) => `${elapsed()}: ${law}`));
    },
  };
}

function moves(watch: Watch, sent: Sent | null): readonly string[] {
  const { world, refs, told, trace } = watch;
  const now = new Map(world.github.refs().map(({ name, sha }) => [name, sha]));
  const moved = [...new Set([...refs.keys(), ...now.keys()])].filter((name) => refs.get(name) !== now.get(name));
  for (const name of moved) trace.push(`${world.elapsed()} ${name} ${now.get(name) ?? "gone"}`);
  // Journals first: what they say is what allows a branch to move.
  const written = moved.filter((name) => placeOfRef(name) !== null).flatMap((name) => journal(watch, name, now.get(name), sent));
  const strays = sent === null ? [] : moved.flatMap((name) => strayed(name, now.get(name), told));
  refs.clear();
  for (const [name, sha] of now) refs.set(name, sha);
  return [...written, ...strays];
}

function journal(watch: Watch, name: string, head: string | undefined, sent: Sent | null): readonly string[] {
  const { world, told } = watch;
  if (head === undefined || sent === null) return [`S2: ${name} ${head === undefined ? "is gone" : "was moved by a person"}`];
  const before = told.get(name) ?? null;
  const reading = readTold(world.github.state.objects, name, head, before);
  told.set(name, reading.told);
  noteStop(watch, reading.told.run);
  const [first] = reading.told.events;
  const begun = before?.run ?? (first === undefined ? null : replay([first]));
  if (begun === null) return [`J1: ${name} does not begin with a run`];
  for (const event of reading.fresh) watch.trace.push(`${world.elapsed()} ${sent.by.name} wrote ${JSON.stringify(event).slice(0, SAID)}`);
  const events = before === null ? reading.fresh.slice(1) : reading.fresh;
  return [...reading.broken, ...world.prices.wrote(sent.by, reading.fresh), ...unlawful(begun, events, witnessOf(watch, sent, begun))];
}

function witnessOf({ world, roles, stops, frozen }: Watch, { by }: Sent, { runId }: Run): Witness {
  return { by, roles, state: world.github.state, stopped: stops.get(runId) ?? Number.POSITIVE_INFINITY, frozen: frozen() };
}

function noteStop({ stops, world }: Watch, { runId, stopRequest }: Run): void {
  if (stopRequest === null) stops.delete(runId);
  else if (!stops.has(runId)) stops.set(runId, world.schedule.now());
}

/** S2: no ref moves but those of runs and the memory, and a branch only as its journal says. */
function strayed(name: string, head: string | undefined, told: ReadonlyMap<string, Told>): readonly string[] {
  if (/^refs\/loopwright\/(?:memory|issue-\d+\/[a-z0-9-]+)$/.test(name)) return [];
  const branch = name.startsWith("refs/heads/") ? name.slice("refs/heads/".length) : "";
  // A run that began after another one ended without a branch may have its name.
  const runs = [...told.values()].map(({ run }) => run).filter((run) => branchOf(run) === branch);
  if (runs.length === 0) return [`S2: ${name} was moved, which is no run's`];
  const isSaid = runs.some((run) => head === run.progress.head.commit);
  return isSaid ? [] : [`S2: ${name} was moved to ${head ?? "nothing"}, which its journal does not say`];
}

/** S3 and S8: what is made for a run is made while its approval holds, and not after its stop. */
function creates(watch: Watch, sent: Sent, began: number): readonly string[] {
  const { world, stops } = watch;
  const run = ordered(watch, sent, began);
  if (run === undefined) return [];
  if (run === null) return [`S3: ${sent.what} for no run`];
  const stopped = stops.get(run.runId);
  const since = stopped === undefined ? 0 : Math.min(sent.by.awake(), world.schedule.now() - stopped);
  return [
    ...unapproved(run, witnessOf(watch, sent, run)).map((law) => `${law}: ${sent.what}`),
    ...(since > HEARS ? [`S8: ${sent.what} ${since} milliseconds after the stop`] : []),
  ];
}

/** The run that a workflow run or a pull request was made for; null where it was made for none, undefined for every other request. */
function ordered({ world: { github }, told, heads }: Watch, { by, what }: Sent, began: number): Run | null | undefined {
  const runs = [...told.values()].map(({ run }) => run);
  if (/^POST .*\/dispatches$/.test(what)) {
    const inputs = github.runs().at(-1)?.inputs;
    return runs.find(({ runId }) => runId === inputs?.["run_id"]) ?? null;
  }
  if (!/^POST .*\/pulls$/.test(what)) return undefined;
  const pull = github.issues().findLast((issue) => issue.pull !== null)?.pull;
  if (pull == null) return null;
  // GitHub has no way to make a pull request hang on a commit: a push may cross the request, or the answer that said where the branch stands.
  const shown = heads.shownTo(by, pull.head, began - LATELY);
  const isOf = (run: Run): boolean => isVerified(run, pull.headSha) || (shown !== null && isVerified(run, shown));
  return runs.find((run) => branchOf(run) === pull.head && isOf(run)) ?? null;
}

function isVerified({ stage, qa, progress }: Run, head: string): boolean {
  return stage === "publishing" && qa?.last?.verdict === "VERIFIED" && progress.head.commit === head;
}

/** S3: whoever approved could do so when whoever acts on it began, and their word stood there as they wrote it. */
function unapproved({ approval }: Run, { by, roles, state }: Witness): readonly string[] {
  if (approval === null || approval.account === null) return ["S3: nobody approved"];
  const words = [by.born, state.now()].map((at) => state.comments.values(at).find(({ id }) => id === approval.comment)?.body);
  return [
    ...(roles.couldWrite(approval.account, by.born) ? [] : [`S3: ${approval.by} may not any more`]),
    ...(words.includes("/approve") ? [] : [`S3: ${approval.by} took their approval back`]),
  ];
}
