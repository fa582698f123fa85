/** The shortest play that is still broken: blows are taken out, and those that stay are made simpler, for as long as it stays so. */
import type { Blow, Plan } from "./blow.ts";

/** Plays a plan; gives whether it is broken, too. */
type IsBroken = (plan: Plan) => Promise<boolean>;

/** Of a plan that is broken. `isBroken` is asked at most `most` times. */
export async function shrunk(plan: Plan, isBroken: IsBroken, most = 200): Promise<Plan> {
  let left = most;
  const asked: IsBroken = async (candidate) => left-- > 0 && (await isBroken(candidate));
  const few = await fewer(plan, asked);
  const isOne = few.blows.every((blow) => !("issue" in blow) || blow.issue === 0);
  const one = { ...few, issues: 1 };
  return rounder(isOne && few.issues > 1 && (await asked(one)) ? one : few, asked);
}

/** Takes out halves, quarters, and at last one blow after the other. */
async function fewer(plan: Plan, isBroken: IsBroken): Promise<Plan> {
  let best = plan;
  for (let size = Math.ceil(plan.blows.length / 2); size > 0; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.blows.length; ) {
      const without = { ...best, blows: [...best.blows.slice(0, at), ...best.blows.slice(at + size)] };
      // What was taken out leaves its place to the next.
      if (without.blows.length > 0 && (await isBroken(without))) best = without;
      else at += size;
    }
  }
  return best;
}

async function rounder(plan: Plan, isBroken: IsBroken): Promise<Plan> {
  let best = plan;
  for (const [at, blow] of plan.blows.entries()) {
    for (const simpler of simplerThan(blow)) {
      const candidate = { ...best, blows: best.blows.with(at, simpler) };
      if (await isBroken(candidate)) best = candidate;
    }
  }
  return best;
}

/** The same blow with rounder numbers. */
function simplerThan(blow: Blow): readonly Blow[] {
  const round = (ms: number): number => (ms > 10_000 ? Math.round(ms / 10_000) * 10_000 : Math.max(1_000, Math.round(ms / 1_000) * 1_000));
  return [
    ...("ms" in blow && round(blow.ms) !== blow.ms ? [{ ...blow, ms: round(blow.ms) }] : []),
    ...("at" in blow && round(blow.at) !== blow.at ? [{ ...blow, at: round(blow.at) }] : []),
  ];
}
