/** A check run on a commit: what people see beside its other checks (M1.04; https://docs.github.com/rest/checks/runs#create-a-check-run). */
import { type Api, ONCE, type Place } from "#adapters/github/client/api.ts";
import { ask } from "#adapters/github/client/errors.ts";
import type { Refusal } from "#adapters/github/client/refusal.ts";
import { Failure } from "#ports/failure.ts";
import type { Certificate } from "#ports/publisher.ts";

/** Rulesets of a repository know a check by this name. */
const NAME = "loop/score";

const cure = ({ status }: Refusal): string | null =>
  status === 403 ? "give the job that publishes the permission `checks: write`, as the workflow file of the README does" : null;

/** One request. Gives why the check run was refused, in words, and null when it was made: of two with one name GitHub shows the newer. */
export async function certify(api: Api, { owner, repo }: Place, { head, title, text }: Certificate): Promise<string | null> {
  const output = { title, summary: text };
  const request = () =>
    api.rest.checks.create({ owner, repo, name: NAME, head_sha: head, status: "completed", conclusion: "success", output, ...ONCE });
  try {
    await ask(request, { cure });
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message;
  }
}
