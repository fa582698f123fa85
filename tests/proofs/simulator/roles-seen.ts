/** Who could write when: what a law about permissions is judged by, because whoever acts asked a little while before. */
import { mayWrite } from "#core/commands/permission.ts";
import type { World } from "./world.ts";

export interface RolesSeen {
  /** Takes down who has which role now. */
  readonly look: () => void;
  /** Whether the account could write at some moment since then, in milliseconds. */
  readonly couldWrite: (account: number, since: number) => boolean;
}

interface Standing {
  readonly from: number;
  readonly writes: boolean;
}

/** Begins with the roles as they are. */
export function rolesSeenIn({ github, schedule }: Pick<World, "github" | "schedule">): RolesSeen {
  const seen = new Map<number, Standing[]>();
  const look = (): void => {
    for (const [id, role] of github.state.roles) {
      const history = seen.get(id) ?? [];
      const writes = mayWrite(role);
      if (history.at(-1)?.writes !== writes) history.push({ from: schedule.now(), writes });
      seen.set(id, history);
    }
  };
  look();
  return {
    look,
    couldWrite(account, since) {
      const history = seen.get(account) ?? [];
      return history.some(({ writes }, index) => writes && (history[index + 1]?.from ?? Infinity) >= since);
    },
  };
}
