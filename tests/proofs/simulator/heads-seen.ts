/** Which head of a branch GitHub showed to whom last: what a law about heads is judged by, because a push may cross whatever its reader sends. */
import type { Process } from "./process.ts";
import type { World } from "./world.ts";

export interface HeadsSeen {
  /** Takes down what GitHub has just shown to whoever sent this; nothing for a request that asks for something else. */
  readonly look: (sent: { readonly by: Process; readonly what: string }) => void;
  /** The head of this branch as this process was shown it last; null where that was before `since`, in milliseconds, or never. */
  readonly shownTo: (by: Process, branch: string, since: number) => string | null;
}

interface Seen {
  readonly by: Process;
  readonly ref: string;
  readonly head: string | null;
  readonly at: number;
}

const ASKS = /^GET .*\/git\/ref\/(heads%2F.+)$/;

export function headsSeenIn({ github, schedule }: Pick<World, "github" | "schedule">): HeadsSeen {
  const seen: Seen[] = [];
  return {
    look({ by, what }) {
      const [, name] = ASKS.exec(what) ?? [];
      if (name === undefined) return;
      const ref = `refs/${decodeURIComponent(name)}`;
      seen.push({ by, ref, head: github.refAt(ref), at: schedule.now() });
    },
    shownTo(by, branch, since) {
      const last = seen.findLast((one) => one.by === by && one.ref === `refs/heads/${branch}`);
      return last === undefined || last.at < since ? null : last.head;
    },
  };
}
