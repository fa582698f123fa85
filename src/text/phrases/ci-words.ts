/** Says how the repository's own checks of the pull request ended, and what follows from that. */
import { checkedWorkOf, ciLimitOf, ciMinutesOf, redChecksOf } from "#core/ci/ci-round.ts";
import type { SeenCheck } from "#core/events/ci-events.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { Run } from "#core/run/run.ts";
import { counted, firstFew, shortSha } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { code } from "#text/sanitize/quote.ts";

/** The most names in one sentence. */
const NAMES = 5;

/** The names of checks, a stranger's words, in one part of a sentence. */
function namesOf(checks: readonly SeenCheck[]): string {
  const names = [...new Set(checks.map(({ name }) => name))];
  return firstFew(names, NAMES, (name) => code(clip(name, 80)));
}

/** One sentence for each result that a check has; none where no check has it. */
function sentences(checks: readonly SeenCheck[], minutes: number): readonly string[] {
  const of = (result: SeenCheck["result"], words: string): readonly string[] => {
    const found = checks.filter((check) => check.result === result);
    return found.length === 0 ? [] : [`${words}: ${namesOf(found)}.`];
  };
  return [
    ...of("red_on_base", "Red on the base too, and so not held against the work"),
    ...of("open", `Without an end after ${counted(minutes, "minute")}`),
    ...of("waits", "Waiting until somebody with write access lets them begin"),
  ];
}

/** What is done about red checks. */
function following(run: Run): string {
  const most = ciLimitOf(run);
  if (most === 0) return "Loopwright does not work on them: `limits.ciRounds` of its plan is 0.";
  return run.ciRounds < most
    ? `Rounds for red checks: ${run.ciRounds} of ${most} used.`
    : `Rounds for red checks: ${run.ciRounds} of ${most} used, so a person goes on from here.`;
}

/** What the checks of the shown work came to, in one line; empty where nothing is known of them. */
export function ciLine(run: Run): string {
  const { ci } = run;
  if (ci === null || checkedWorkOf(run)?.head !== ci.head) return redBefore(run);
  const minutes = ciMinutesOf(run);
  return [
    outcomeOf(ci, minutes),
    ...sentences(ci.checks, minutes),
    ...(ci.state === "failed" ? [following(run)] : []),
  ].join(" ");
}

function outcomeOf({ state, head, count, checks }: NonNullable<Run["ci"]>, minutes: number): string {
  const at = shortSha(head);
  switch (state) {
    case "absent":
      return `No check of the repository has begun on ${at} within ${counted(minutes, "minute")}.`;
    case "unfinished":
      return `The repository's checks of ${at} did not all end.`;
    case "passed":
      return `The repository's checks passed on ${at}: ${count - checks.length} of ${count}.`;
    case "failed":
      return `The repository's checks are red on ${at}: ${namesOf(checks.filter(({ result }) => result === "red"))}.`;
  }
}

/** The checks that were red on the work that this round was begun on. */
function redBefore({ ci, sentBack }: Run): string {
  const red = redChecksOf({ ci, sentBack });
  if (ci === null || red.length === 0) return "";
  return `The repository's checks were red on ${shortSha(ci.head)}, before this round: ${namesOf(red)}.`;
}

/** The approval covers the rounds that red checks begin, so it says how many. */
export function redCheckLimit({ ciRounds = 0 }: Plan["limits"]): readonly string[] {
  return ciRounds === 0 ? [] : [`Red checks of the pull request begin at most ${counted(ciRounds, "further round")}`];
}
