/** What the tests of agents share: a role, a clock that stands still until it is moved, and an environment. */
import type { AgentEnv } from "#agent/conversation/agent-env.ts";
import { builtInRoles } from "#agent/specs/roles.ts";
import type { Role } from "#agent/specs/spec.ts";
import type { RoleName } from "#core/config/role-settings.ts";
import type { Clock } from "#ports/clock.ts";
import type { Model } from "#ports/model.ts";
import { mapHands } from "../fakes/map-hands.ts";

export interface StillClock extends Clock {
  pass(ms: number): void;
}

/** Starts at 1,000,000; `sleep` moves it. */
export function stillClock(): StillClock {
  let now = 1_000_000;
  const pass = (ms: number) => {
    now += ms;
  };
  return {
    now: () => now,
    pass,
    sleep: async (ms) => pass(ms),
  };
}

/** A built-in role, with other limits where they are given. */
export function role(name: RoleName, limits: Partial<Role["limits"]> = {}): Role {
  const spec = builtInRoles().get(name);
  if (spec === undefined) throw new Error(`no role ${name}`);
  return { ...spec, limits: { ...spec.limits, ...limits } };
}

export function anEnv(model: Model, rest: Partial<AgentEnv> = {}): AgentEnv {
  return {
    model,
    toolAccess: mapHands(),
    signal: new AbortController().signal,
    clock: stillClock(),
    models: { best: "model-best-1", balanced: "model-balanced-1", fast: "model-fast-1" },
    ...rest,
  };
}

/** A call that reads a file. */
export const read = (path: string) => ["read_file", { path }] as const;
