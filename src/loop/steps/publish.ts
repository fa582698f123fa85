/** PUBLISH: shows the verified work, and says so only after the head was read back; a base that moved is told (S0.61, M0.09). */
import type { Draft } from "#core/event.ts";
import { branchOf, type Run } from "#core/run.ts";
import { Failure } from "#ports/failure.ts";
import { pullRequestBody, pullRequestTitle } from "#text/pull-request.ts";
import type { Kit } from "../kit.ts";

export async function publish(run: Run, { press }: Kit): Promise<readonly Draft[]> {
  const branch = branchOf(run);
  const head = run.progress.head.commit;
  const publication = { title: pullRequestTitle(run), body: pullRequestBody(run), branch, head, base: run.base.branch };
  const { number, url, head: seen, base } = await press.publish(publication);
  if (seen !== head)
    throw new Failure("git", `${branch} points at ${seen}, not at the verified ${head}; somebody else wrote to it`, { retryable: false });
  return [
    { kind: "base_seen", base },
    { kind: "published", number, url, branch, head },
  ];
}
