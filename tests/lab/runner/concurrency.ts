/** Concurrency groups: one member runs, one waits, and who waits longer is cancelled, as GitHub's `concurrency:` says. */

export interface Membership {
  /** In any case of its letters. */
  readonly group: string;
  /** Cancel who runs, instead of waiting for its end. */
  readonly cancelInProgress: boolean;
  /** `max`: up to 100 wait, the first goes first. */
  readonly queue: "single" | "max";
}

/** A place in a group. */
export interface Turn {
  /** Aborted when a newer member has cancelled this one. */
  readonly signal: AbortSignal;
  /** Lets the next one run. Idempotent. */
  leave(): void;
}

export interface Groups {
  /** Resolves when it is this member's turn; null when it was cancelled while it waited, by `signal` or by a newer member. */
  enter(membership: Membership, signal: AbortSignal): Promise<Turn | null>;
}

/** How many wait with `queue: max` (F3). GitHub does not say who goes when there are more; here the newest does. */
const LONGEST_QUEUE = 100;

interface Waiting {
  readonly member: Member;
  readonly go: (turn: Turn | null) => void;
}

interface Member {
  readonly cancel: AbortController;
}

interface Group {
  running: Member | null;
  waiting: readonly Waiting[];
}

/** Groups of one repository; they live as long as this value. */
export function concurrencyGroups(): Groups {
  const groups = new Map<string, Group>();
  const groupOf = (name: string): Group => {
    const group = groups.get(name) ?? { running: null, waiting: [] };
    groups.set(name, group);
    return group;
  };
  return {
    enter: async (membership, signal) => {
      if (signal.aborted) return null;
      const group = groupOf(membership.group.toLowerCase());
      const member = { cancel: new AbortController() };
      return group.running === null ? turnOf(group, member) : wait(group, member, { membership, signal });
    },
  };
}

interface Wish {
  readonly membership: Membership;
  readonly signal: AbortSignal;
}

function wait(group: Group, member: Member, { membership, signal }: Wish): Promise<Turn | null> {
  if (membership.cancelInProgress) group.running?.cancel.abort();
  if (membership.queue === "single") dismiss(group, () => true);
  if (group.waiting.length >= LONGEST_QUEUE) return Promise.resolve(null);
  return new Promise((go) => {
    group.waiting = [...group.waiting, { member, go }];
    signal.addEventListener("abort", () => dismiss(group, (each) => each === member), { once: true });
  });
}

function dismiss(group: Group, which: (member: Member) => boolean): void {
  const gone = group.waiting.filter(({ member }) => which(member));
  group.waiting = group.waiting.filter(({ member }) => !which(member));
  for (const { go } of gone) go(null);
}

function turnOf(group: Group, member: Member): Turn {
  group.running = member;
  return {
    signal: member.cancel.signal,
    leave: () => {
      if (group.running !== member) return;
      const [next, ...others] = group.waiting;
      group.running = null;
      group.waiting = others;
      next?.go(turnOf(group, next.member));
    },
  };
}
