/** The memory of one repository on the simulated GitHub. */
import type { Role } from "../../../lab/github/rules/role.ts";
import { type Objects, objectsOf } from "./objects.ts";
import type {
  Account,
  App,
  Assignment,
  CheckRun,
  Comment,
  Delivery,
  Issue,
  Labeling,
  Reaction,
  Ref,
  Remark,
  Review,
  WorkflowRun,
} from "./things.ts";
import { type Timeline, timelineOf } from "./timeline.ts";

/** What a workflow takes and how its runs are called. It can be dispatched where its file is on the default branch. */
export interface WorkflowOptions {
  /** Name of the file in `.github/workflows`. */
  readonly file: string;
  /** Any other is refused, and all are required. */
  readonly inputs: readonly string[];
  readonly title: (inputs: Readonly<Record<string, string>>) => string;
}

export interface SimulatedOptions {
  readonly owner: string;
  readonly repo: string;
  /** Milliseconds since the epoch. Asked whenever something happens; GitHub shows whole seconds only. */
  readonly now: () => number;
  /** Roles by login; `none` for a person who has none. Numbers of accounts follow this order. */
  readonly people: Readonly<Record<string, Role>>;
  /** The first commit of `main`, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Who has no role in a public repository may read it. */
  readonly private?: boolean;
  readonly workflow?: WorkflowOptions;
}

/** What may be changed while it is asked. */
export interface Switches {
  /** What a ruleset says to whoever moves this ref; null where it lets them. */
  rule: (ref: string) => string | null;
  /** "Allow GitHub Actions to create and approve pull requests" */
  actionsMayOpenPulls: boolean;
}

export interface State {
  readonly owner: string;
  readonly repo: string;
  readonly private: boolean;
  readonly workflow: WorkflowOptions;
  readonly now: () => number;
  /** The next number of a kind: they count up, and none is given twice. */
  readonly next: (kind: Kind) => number;
  readonly objects: Objects;
  /** By number. */
  readonly accounts: Map<number, Account>;
  /** By number of the account. */
  readonly roles: Map<number, Role>;
  readonly app: App;
  readonly refs: Timeline<string, Ref>;
  readonly issues: Timeline<number, Issue>;
  readonly comments: Timeline<number, Comment>;
  readonly remarks: Timeline<number, Remark>;
  readonly reviews: Timeline<number, Review>;
  readonly runs: Timeline<number, WorkflowRun>;
  readonly variables: Map<string, string>;
  readonly labelings: Labeling[];
  readonly assignments: Assignment[];
  readonly reactions: Reaction[];
  readonly checks: CheckRun[];
  readonly deliveries: Delivery[];
  readonly switches: Switches;
  /** What happens to the machines of a workflow run when somebody cancels it, by its id. */
  readonly cancelling: Map<number, () => void>;
}

/** Where each kind of number begins, so that none is taken for another. */
const FIRST = {
  account: 5_001,
  issue: 1,
  comment: 100_001,
  remark: 200_001,
  review: 300_001,
  run: 400_001,
  check: 500_001,
  reaction: 600_001,
  delivery: 1,
};
type Kind = keyof typeof FIRST;

/** As the README's workflow file says. */
const OURS: WorkflowOptions = {
  file: "loopwright.yml",
  inputs: ["issue", "run_id", "digest"],
  title: ({ issue, run_id, digest }) => `Loopwright #${issue} ${run_id} ${digest}`,
};

export const BRANCH = "main";

/** A repository without a commit, in which nothing has happened. */
export function stateOf({ owner, repo, now, workflow = OURS, private: hidden = false }: SimulatedOptions): State {
  const given = new Map<Kind, number>();
  return {
    owner,
    repo,
    private: hidden,
    workflow,
    now,
    next(kind) {
      const number = given.get(kind) ?? FIRST[kind];
      given.set(kind, number + 1);
      return number;
    },
    objects: objectsOf(),
    accounts: new Map(),
    roles: new Map(),
    app: { id: 4242, slug: "loopwright" },
    refs: timelineOf(now),
    issues: timelineOf(now),
    comments: timelineOf(now),
    remarks: timelineOf(now),
    reviews: timelineOf(now),
    runs: timelineOf(now),
    variables: new Map(),
    labelings: [],
    assignments: [],
    reactions: [],
    checks: [],
    deliveries: [],
    switches: { rule: () => null, actionsMayOpenPulls: true },
    cancelling: new Map(),
  };
}
