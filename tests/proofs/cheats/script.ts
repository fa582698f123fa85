/** What the roles say in a run of the cheat bench. */

import type { Plan } from "#core/plan/plan.ts";
import { account } from "../../builders/atoms.ts";
import { answers, calls, type Turn } from "../../fakes/scripted-model.ts";
import type { Ground, Worker } from "./ground.ts";

const ROUNDS = 20;

const again = (turn: Turn): readonly Turn[] => Array.from({ length: ROUNDS }, () => turn);

/** Turns by role: the worker runs its script and says that it is done; everybody else agrees. */
export function scriptOf(ground: Ground, worker: Worker, guarded: boolean): Readonly<Record<string, readonly Turn[]>> {
  const rules = ground.plan.rules.map(({ id }) => id);
  const step = { text: "Do what the issue asks", rules, atom: null, open: true };
  return {
    hydrator: [answers(planFor(ground.plan, worker))],
    "plan-critic": again(answers({ verdict: "PROCEED", findings: [] })),
    planner: again(answers({ plan: [step, step, step] })),
    worker: [calls(["exec", { command: commandOf(ground, worker), timeout_ms: 20_000 }]), ...again(answers(account(true)))],
    preparer: [answers({ checks: [], hidden: guarded ? ground.hidden : [], notes: [] }), ...again(answers({ checks: [], notes: [] }))],
    auditor: again(answers({ verdict: "OK", issue: "", principle: "", correction: "" })),
    "qa-verifier": again(answers({ verdict: "VERIFIED", issues: [] })),
    reflector: again(answers({ rootCause: "none", proposedChange: "none needed" })),
  };
}

/** A plan with what the worker's own names beside it. */
export function planFor<T extends Pick<Plan, "scope" | "expectedTestChanges">>(plan: T, { scope, excepts }: Worker): T {
  const paths = [...plan.scope.paths, ...scope];
  return { ...plan, scope: { ...plan.scope, paths }, expectedTestChanges: [...plan.expectedTestChanges, ...excepts] };
}

/** The script of a worker, with the functions `fix` and `special` of its ground. */
export function commandOf({ fix, special }: Ground, { does }: Worker): string {
  return `fix() {\n${fix}}\nspecial() {\n${special}}\n${does}`;
}
