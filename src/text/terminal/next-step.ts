/** What a person at a terminal can do now, or what happens next. */
import { next } from "#core/next.ts";
import type { Stage } from "#core/reason.ts";
import { obstacleToResume } from "#core/resume.ts";
import type { Run } from "#core/run.ts";
import { nextWords } from "../next-words.ts";

const WAITING: { readonly [S in Stage]?: string } = {
  awaiting_approval: "approve the plan (loopwright approve) or end the run (loopwright stop)",
  needs_info: "put the answers into the issue and begin a new run",
  halted: "change the issue and begin a new run",
  blocked: "look at the reason; nothing goes on by itself",
  completed: "look at the branch, and merge it if you agree",
};

/** One sentence without its full stop. */
export function nextStep(run: Run): string {
  if (next(run).kind !== "stop" || run.answer !== null) return nextWords(run);
  return WAITING[run.stage] ?? obstacleToResume(run) ?? `loopwright resume ${run.alias}`;
}
