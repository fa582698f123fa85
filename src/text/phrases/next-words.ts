/** Says in one sentence what happens next, as the engine itself decides it. */
import { isRenewable } from "#core/commands/renewal.ts";
import { obstacleToResume } from "#core/commands/resume.ts";
import type { EngineCommand } from "#core/decide/engine-command.ts";
import { next } from "#core/decide/next.ts";
import type { Stage, StopReason } from "#core/events/data/reason.ts";
import { questionsWithoutDefault } from "#core/plan/question.ts";
import type { Run } from "#core/run/run.ts";
import { MEND_SETUP } from "./rehearsal-words.ts";

const DOING: Readonly<Record<Exclude<EngineCommand["kind"], "settle" | "reply" | "draft">, string>> = {
  hydrate: "the plan is written",
  rehearse: "the plan is tried on the base",
  review: "another model reviews the plan",
  redirect: "a maintainer's words are weighed",
  measure: "rules are made of what a review asks for, and tried",
  answer: "the question is answered",
  investigate: "what the issue says is looked into",
  consume: "the approved run is taken up",
  setup: "the setup commands run",
  score_base: "the base is scored",
  plan: "the steps of this iteration are planned",
  probe: "it is looked into whether a task can be done",
  decompose: "a task that failed is split",
  produce: "the work is done, task by task",
  prepare: "further checks are prepared",
  evaluate: "the rules are checked",
  keep: "the best result is committed to the branch",
  critique: "the failed rules are explained",
  refine: "the failed rules are worked on",
  audit: "the work is audited",
  verify: "QA verifies a fresh checkout",
  reflect: "the run is looked back on, and ends",
  publish: "the pull request is opened",
};

const WAITING: Readonly<Record<Stage, string>> = {
  hydrating: "nothing",
  reviewing: "nothing",
  running: "nothing",
  verifying: "nothing",
  publishing: "nothing",
  awaiting_approval: "a maintainer approves the plan, or stops the run",
  needs_info: "a maintainer answers with `/loop redirect <answers>`, or takes the defaults with `/loop approve`",
  halted: "a maintainer has another plan made with `/loop redirect <text>`",
  paused: "a maintainer goes on with `/loop continue`, or says otherwise with `/loop redirect <text>`",
  blocked: "a maintainer looks at the objection and clears it with `/loop unblock <reason>`; nothing goes on by itself",
  stopped: "a maintainer resumes the run with `/loop resume`, or takes the branch over",
  failed: "a maintainer removes the cause and resumes the run with `/loop resume`",
  completed: "a person reviews the work; a review that requests changes, or `/loop redirect <text>`, carries it on",
};

const GREEN = "a maintainer says what else should be done with `/loop redirect <text>`, or stops this run";
const OPEN = "a maintainer answers with `/loop redirect <answers>`; what is asked has no default";
const EXHAUSTED =
  "a maintainer says what else to try with `/loop redirect <text>`, or resumes the run with `/loop resume`, or " +
  "takes the branch over";
/** Its limits hold as before: resumed as it is, the run would end again at once. */
const LIMITED = "a maintainer says what else to try with `/loop redirect <text>`, or takes the branch over";
const SPENT = "somebody sets the label again for a new run, or takes the branch over: this run has spent what it may";

const LOST = "somebody sets the label again for a new run";

const UNCHANGED = "a maintainer says it in other words, in a review or with `/loop redirect <text>`";
const TAKEN =
  "whoever took it over goes on with it; `/loop resume` is for a branch that is back where Loopwright left it";

const CONFLICTS =
  "a person merges the branch by hand, or sets the label again for a new run over the base as it is now";

const GONE =
  "a maintainer has the branch made anew where it was with `/loop resume`, or ends the run with `/loop stop`";

const VOID = "a maintainer sets the label again for a new run; `/loop resume` is for an approval that stands again";

/** Runs for which the wording of the stage would be wrong. */
const EXCEPTIONS: readonly (readonly [applies: (run: Run) => boolean, words: string])[] = [
  [isGreen, GREEN],
  [stoppedBy("nothing_changed"), UNCHANGED],
  [stoppedBy("taken_over"), TAKEN],
  [stoppedBy("base_conflicts"), CONFLICTS],
  [({ stage, ending }) => stage === "paused" && ending === "branch_gone", GONE],
  [isLost, LOST],
  [stoppedBy("approval_void"), VOID],
  [isExhausted, EXHAUSTED],
  [stoppedBy("iteration_limit"), LIMITED],
  [stoppedBy("budget_exceeded"), SPENT],
  [isOpen, OPEN],
  [isAnswered, "nothing: nothing was changed"],
  [isRenewable, `a maintainer mends how it is set up, then resumes it with \`/loop resume\`: ${MEND_SETUP}`],
];

/** The next thing that will happen, or what the run waits for. */
export function nextWords(run: Run): string {
  // The sending of this very text is not worth telling.
  const command = next({ ...run, effects: {} });
  if (command.kind === "stop") return EXCEPTIONS.find(([applies]) => applies(run))?.[1] ?? WAITING[command.stage];
  if (run.stage === "verifying" && command.kind === "audit") return `${DOING.audit}, then ${DOING.verify}`;
  const isMessage = command.kind === "settle" || command.kind === "reply" || command.kind === "draft";
  return isMessage ? WAITING[run.stage] : DOING[command.kind];
}

/** The run was stopped for this reason. */
function stoppedBy(reason: StopReason): (run: Run) => boolean {
  return ({ stage, ending }) => stage === "stopped" && ending === reason;
}

/** The run waits, but an approval would be refused. */
function isGreen({ stage, request }: Run): boolean {
  return stage === "awaiting_approval" && request?.reason === "base_already_green";
}

/** The run asks a question that has no default. */
function isOpen({ stage, questions }: Run): boolean {
  return stage === "needs_info" && questionsWithoutDefault(questions).length > 0;
}

/** The run ended with an answer. */
function isAnswered({ stage, answer }: Run): boolean {
  return stage === "completed" && answer !== null;
}

/** No alternative is left: the same plan again would only try what failed. */
function isExhausted(run: Run): boolean {
  return stoppedBy("or_exhausted")(run);
}

/** The run ended and cannot be resumed. */
function isLost(run: Run): boolean {
  return (run.stage === "stopped" || run.stage === "failed") && obstacleToResume(run) !== null;
}
