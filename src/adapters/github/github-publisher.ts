/** The port `Publisher` over the API: one pull request for a branch, and the heads of branches as they are now. */
import type { Api } from "#adapters/github/client/api.ts";
import type { ApiError } from "#adapters/github/client/api-error.ts";
import { createOnce } from "#adapters/github/client/create-once.ts";
import { createCheckRun } from "#adapters/github/workflow/check-run.ts";
import type { Clock } from "#ports/clock.ts";
import type { NotPublished, Publication, Publisher } from "#ports/publisher.ts";
import { type BaseBranch, branchHeadOf } from "./branch-head.ts";
import { adoptPullRequest, openPullRequest } from "./open-pull-request.ts";
import { openedPullRequests } from "./opened-pull-request.ts";
import { showPullRequest } from "./show-pull-request.ts";

export interface GitHubPublisherOptions extends BaseBranch {
  readonly clock: Clock;
  /**
   * The client of an App's token: it opens, updates and makes ready, so that CI begins. In the bot it is `api` itself.
   * Absent or null: `api` does, with the workflow's own token.
   */
  readonly app?: Api | null;
}

/**
 * `publish` sends two requests when all is well, three where the pull request exists from an earlier round; `opened`,
 * `certify` and `baseNow` send one. A branch that is not where it was verified is not published. GitHub itself refuses
 * a second pull request of a branch. Throws `Failure("github")`.
 */
export function githubPublisher(api: Api, options: GitHubPublisherOptions): Publisher {
  const { app = null, clock, ...place } = options;
  const pulls = app ?? api;
  const at = { ...place, adviceFor: app === null || app === api ? () => null : adviceForApp };
  return {
    opener: app === null ? "workflow" : "app",
    async publish(publication, objection = async () => null) {
      if (publication.number !== null)
        return showPullRequest(pulls, at, { ...publication, number: publication.number });
      return createOnce(clock, {
        find: () => adoptPullRequest(pulls, at, publication),
        // Checked before each send: another person may have pushed since the failed one before.
        send: async () =>
          (await publishingObjection(api, options, publication, objection)) ?? openPullRequest(pulls, at, publication),
        firstTry: true,
        pendingSince: null,
      });
    },
    opened: openedPullRequests(pulls, at),
    certify: (certificate) => createCheckRun(api, options, certificate),
    baseNow: () => branchHeadOf(api, options, options.base),
  };
}

/** What to do where GitHub refuses the App's token: it is what the job got as `app-token`. */
function adviceForApp({ status }: ApiError): string | null {
  return status === 401
    ? "set LOOPWRIGHT_APP_ID and LOOPWRIGHT_APP_PRIVATE_KEY anew, or take the first away to go on with the " +
        "workflow's own token; then say `/loop resume`"
    : null;
}

/** Milliseconds after which an answer is too old to rely on, and how often it is read at most. */
const OLD = 1_000;
const ASKED = 3;

/**
 * Why the branch is not where it was verified, or must not be published any more; null where it may. After a slow
 * answer the caller's objection is asked too.
 */
async function publishingObjection(
  api: Api,
  options: GitHubPublisherOptions,
  { branch, head }: Publication,
  objection: () => Promise<string | null>,
): Promise<NotPublished | null> {
  for (let asked = 0; asked < ASKED; asked++) {
    const began = options.clock.now();
    const now = await branchHeadOf(api, options, branch);
    if (now !== head)
      return {
        reason:
          `${branch} points at ${now}, not at the verified ${head}: ` +
          "somebody else wrote to it, and nothing is opened",
      };
    if (options.clock.now() - began <= OLD) break;
    const reason = await objection();
    if (reason !== null) return { reason };
  }
  return null;
}
