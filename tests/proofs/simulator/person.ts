/** A person who wants the work done: approves the plan, and has a run go on where it stopped. */
import { obstacleToResume } from "#core/commands/resume.ts";
import type { Run } from "#core/run/run.ts";
import type { Told } from "./truth.ts";
import type { World } from "./world.ts";

/** How often a person speaks about one issue, and how many looks they wait before they repeat themselves. */
const PATIENCE = 8;
const REPEATS = 8;

/** Stands for taking the label off and setting it again. */
const BEGIN = "begin a new one";

/** Looks, and says what they would say of an issue now. False where they have nothing more to say. */
export function personFor({ github }: Pick<World, "github">, issue: number, told: () => Iterable<Told>): () => boolean {
  let [left, waited, last] = [PATIENCE, 0, ""];
  const speak = (words: string): void => {
    left--;
    if (words !== BEGIN) return void github.comment(issue, "wim", words);
    github.unlabel(issue, "ada", "loop");
    github.label(issue, "ada", "loop");
  };
  return () => {
    const run = latestOf(told(), issue);
    const words = wordsFor(run);
    if (words === null || left === 0) return false;
    const occasion = `${words} ${run?.runId} ${run?.revived} ${run?.request?.at}`;
    waited = occasion === last ? waited + 1 : 0;
    last = occasion;
    if (waited % REPEATS === 0) speak(words);
    return true;
  };
}

function latestOf(told: Iterable<Told>, issue: number): Run | null {
  const runs = [...told].filter((one) => one.issue === issue).map(({ run }) => run);
  return runs.sort((a, b) => a.startedAt - b.startedAt).at(-1) ?? null;
}

/** What a person says to a run; null for nothing. */
function wordsFor(run: Run | null): string | null {
  if (run === null) return BEGIN;
  switch (run.stage) {
    case "awaiting_approval":
      return "/approve";
    case "stopped":
      return run.ending === "approval_void" || run.ending === "frozen" ? "/loop resume" : null;
    case "blocked":
      return run.ending === "audit_block" ? "/loop unblock it is as it should be" : BEGIN;
    case "paused":
    case "failed":
      return obstacleToResume(run) === null ? "/loop resume" : BEGIN;
    default:
      return null;
  }
}
