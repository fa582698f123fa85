/** Tells a person at a terminal what they can do now, or what happens next. */
import { isRenewable } from "#core/commands/renewal.ts";
import { obstacleToResume } from "#core/commands/resume.ts";
import { next } from "#core/decide/next.ts";
import type { Stage } from "#core/events/data/reason.ts";
import { questionsWithoutDefault } from "#core/plan/question.ts";
import type { Run } from "#core/run/run.ts";
import { nextWords } from "#text/phrases/next-words.ts";
import { MEND_SETUP } from "#text/phrases/rehearsal-words.ts";

const WAITING: { readonly [S in Stage]?: (run: Run) => string } = {
  awaiting_approval: () =>
    'approve the plan (loopwright approve), have another made (loopwright redirect "<text>") or end the run ' +
    "(loopwright stop)",
  needs_info: ({ alias, questions }) => {
    const orDefaults = `, or take the defaults: loopwright approve --run ${alias}`;
    const other = questionsWithoutDefault(questions).length > 0 ? "" : orDefaults;
    return `answer: loopwright redirect "<answers>" --run ${alias}${other}`;
  },
  halted: ({ alias }) => `have another plan made: loopwright redirect "<text>" --run ${alias}`,
  paused: () => 'go on with loopwright continue, or say otherwise: loopwright redirect "<text>"',
  blocked: ({ alias }) => `look at the objection, and clear it: loopwright unblock "<reason>" --run ${alias}`,
  completed: ({ alias }) =>
    `look at the branch, and merge it if you agree; or say what else should be done: loopwright redirect "<text>" ` +
    `--run ${alias}`,
};

/** One sentence without its full stop. */
export function nextStep(run: Run): string {
  if (next(run).kind !== "stop" || run.answer !== null) return nextWords(run);
  if (isRenewable(run)) return `${MEND_SETUP}; then commit it, and: loopwright resume ${run.alias}`;
  return WAITING[run.stage]?.(run) ?? obstacleToResume(run) ?? `loopwright resume ${run.alias}`;
}
