/** A GitHub with one repository, in memory, in this process: it answers `fetch`, does what people do, and tells what it would send as webhooks. */
import { type FaultFor, type Front, frontOf } from "./front.ts";
import { type Maintainers, maintainersOf } from "./maintainers.ts";
import { accountOf, type People, peopleOf } from "./people.ts";
import { BRANCH, type SimulatedOptions, type State, type Switches, stateOf } from "./state.ts";
import type { Account, Actor, App, CheckRun, Comment, Delivery, Issue, Permissions, Ref, WorkflowRun } from "./things.ts";

/** As it stands now, for whoever looks at the end. */
interface Readers {
  /** Issues and pull requests, by number. */
  readonly issues: () => readonly Issue[];
  readonly issue: (number: number) => Issue | undefined;
  /** Comments on an issue or a pull request as a whole, oldest first. */
  readonly commentsOn: (issue: number) => readonly Comment[];
  /** Answers on the lines of a pull request: to which comment, and the text. */
  readonly answersOn: (pull: number) => readonly (readonly [to: number, body: string])[];
  /** `on`: `issues/1` (pull requests too) or `comments/100001`. */
  readonly reactionsOn: (on: string) => readonly string[];
  readonly refs: () => readonly Ref[];
  /** Where a ref is, by its whole name; null where there is none. */
  readonly refAt: (name: string) => string | null;
  readonly runs: () => readonly WorkflowRun[];
  readonly checks: readonly CheckRun[];
}

export interface SimulatedGitHub extends Front, People, Maintainers, Readers {
  readonly state: State;
  readonly switches: Switches;
  /** All webhooks that were due, in the order of what happened. */
  readonly deliveries: readonly Delivery[];
  readonly person: (login: string) => Actor;
  /** The App Loopwright. `permissions`: what its token may; all where they are absent. */
  readonly app: (permissions?: Permissions) => Actor;
  /** `github-actions[bot]`, as whom a job acts. */
  readonly job: (permissions: Permissions) => Actor;
}

/** GitHub's own App and account for Actions. */
const ACTIONS: App = { id: 15_368, slug: "github-actions" };
const ACTIONS_BOT = 41_898_282;

const ALL: Permissions = Object.fromEntries(
  ["contents", "issues", "pull_requests", "checks", "statuses", "actions", "actions_variables"].map((name) => [name, "write"] as const),
);

/** With its first commit and its people, and with no delivery of either. */
export function simulatedGitHub(options: SimulatedOptions, faultFor: FaultFor = () => null): SimulatedGitHub {
  const state = stateOf(options);
  for (const [login, role] of Object.entries(options.people)) {
    const id = state.next("account");
    state.accounts.set(id, { id, login, type: "User" });
    state.roles.set(id, role);
  }
  const bot = botOf(state, state.app, state.next("account"));
  const actions = botOf(state, ACTIONS, ACTIONS_BOT);
  const maintainers = maintainersOf(state);
  maintainers.push(BRANCH, bot.login, options.files, "Begin");
  state.deliveries.length = 0;
  return {
    state,
    switches: state.switches,
    deliveries: state.deliveries,
    person: (login) => ({ ...accountOf(state, login), app: null, permissions: null }),
    app: (permissions = ALL) => ({ ...bot, app: state.app, permissions }),
    job: (permissions) => ({ ...actions, app: ACTIONS, permissions }),
    ...frontOf(state, faultFor),
    ...peopleOf(state),
    ...maintainers,
    ...readersOf(state),
  };
}

function botOf(state: State, { slug }: App, id: number): Account {
  const account = { id, login: `${slug}[bot]`, type: "Bot" } as const;
  state.accounts.set(id, account);
  return account;
}

function readersOf(state: State): Readers {
  return {
    issues: () => state.issues.values(null),
    issue: (number) => state.issues.get(number),
    commentsOn: (number) => state.comments.values(null).filter(({ issue }) => issue === number),
    answersOn: (number) =>
      state.remarks
        .values(null)
        .flatMap(({ pull, answerTo, body }) => (pull === number && answerTo !== null ? [[answerTo, body] as const] : [])),
    reactionsOn: (on) => state.reactions.filter((one) => one.on === on).map(({ content }) => content),
    refs: () => state.refs.values(null),
    refAt: (name) => state.refs.get(name)?.sha ?? null,
    runs: () => state.runs.values(null),
    checks: state.checks,
  };
}
