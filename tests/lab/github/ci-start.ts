/** A start of the workflows of a pull request: whether GitHub begins them hangs on whose token opened or moved it. */

import type { Happening } from "./happening.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";

export interface CiStart {
  /** `owner/name#number` of the pull request. */
  readonly on: string;
  /** The commit that the workflows would run on. */
  readonly head: string;
  /** The kind of activity of `pull_request` that starts workflows which name no `types`. */
  readonly event: "opened" | "reopened" | "synchronize";
  /** Login of whoever did it. */
  readonly by: string;
  /** `waits`: there are runs, which begin when somebody with write clicks "Approve workflows to run". */
  readonly started: "yes" | "waits";
}

/** The App behind `GITHUB_TOKEN`. */
const ACTIONS = "github-actions[bot]";

/**
 * Tells what an event starts on a pull request; null for an event that starts nothing whoever did it. What `GITHUB_TOKEN`
 * opens, opens again or moves waits for a click; what an App or a person does starts (GitHub changelog 2026-06-11;
 * https://docs.github.com/en/actions/concepts/security/github_token#when-github_token-triggers-workflow-runs).
 */
export function ciStartOf({ event, payload }: Happening, repository: RepositoryOptions): CiStart | null {
  const action = STARTING.find((one) => event === "pull_request" && one === payload["action"]);
  if (action === undefined) return null;
  const { number, head } = Object(payload["pull_request"]);
  const by = String(Object(payload["sender"]).login);
  return {
    on: `${fullName(repository)}#${number}`,
    head: String(Object(head).sha),
    event: action,
    by,
    started: by === ACTIONS ? "waits" : "yes",
  };
}

const STARTING = ["opened", "reopened", "synchronize"] as const;
