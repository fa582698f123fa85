/** The publications of a run: what a draft and a verified pull request share, and the verified one. */
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf, publicationOf } from "#core/run/run-facts.ts";
import type { Publication, Publisher } from "#ports/publisher.ts";
import { pullRequestBody, pullRequestTitle } from "#text/comments/pull-request.ts";

/** The branch with its head, and the pull request that shows it already. Throws on a bug: no plan. */
export function shownPublicationOf(run: Run): Pick<Publication, "title" | "branch" | "head" | "base" | "number"> {
  return {
    title: pullRequestTitle(run),
    branch: branchOf(run),
    head: run.progress.head.commit,
    base: run.base.branch,
    number: pullRequestOf(run),
  };
}

/** The pull request of verified work, as `opener` opens it. Throws on a bug: no plan, or nothing verified. */
export function verifiedPublicationOf(run: Run, opener: Publisher["opener"]): Publication {
  return {
    ...shownPublicationOf(run),
    body: pullRequestBody(run, opener),
    titled: publicationOf(run)?.title ?? null,
    draft: false,
  };
}
