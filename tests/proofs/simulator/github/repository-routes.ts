/** The API of the repository itself: what it is, and its commits. */
import type { Answer } from "../../../lab/github/rules/answer.ts";
import { NO_COMMIT } from "../../../lab/github/rules/objects.ts";
import { type Call, ok, parameter } from "./call.ts";
import { commitAt, shownCommit } from "./commits.ts";
import { compared } from "./history.ts";
import { refAt } from "./refs.ts";
import { missing, refused } from "./refused.ts";
import { shownRepository } from "./shown.ts";
import type { State } from "./state.ts";

export function getRepository({ state }: Call): Answer {
  return ok(shownRepository(state));
}

/** A commit by its SHA or by what points at it: a branch, a tag, or the name of a ref without `refs/`. */
function named(state: State, name: string): string | null {
  if (state.objects.commit(name) !== undefined) return name;
  for (const whole of [`refs/${name}`, `refs/heads/${name}`, `refs/tags/${name}`]) {
    const sha = refAt(state, whole);
    if (sha !== null) return sha;
  }
  return null;
}

/** Of this media type the answer is the SHA alone, which is also its mark (https://docs.github.com/en/rest/commits/commits#get-a-commit). */
const SHA = /^application\/vnd\.github\.(v3\.)?sha$/;

export function getCommit(call: Call): Answer {
  const { state, headers } = call;
  const name = parameter(call);
  const sha = named(state, name);
  if (sha === null) return NO_COMMIT(name);
  if (!SHA.test(headers["accept"] ?? "")) return ok({ ...shownCommit(state, commitAt(state, sha)), files: [] });
  return { status: 200, body: sha, headers: { etag: `"${sha}"`, "content-type": "application/vnd.github.sha; charset=utf-8" } };
}

export function compare(call: Call): Answer {
  const { state } = call;
  const [base, head] = parameter(call)
    .split("...")
    .map((name) => named(state, name));
  if (base == null || head == null) throw missing();
  const { ahead, behind, parted } = compared(state.objects, base, head);
  if (parted === null) throw refused(404, "No common ancestor between the two commits.");
  return ok({
    status: statusOf(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    base_commit: shownCommit(state, commitAt(state, base)),
    merge_base_commit: shownCommit(state, commitAt(state, parted)),
    commits: [],
  });
}

function statusOf(ahead: number, behind: number): "identical" | "ahead" | "behind" | "diverged" {
  if (behind === 0) return ahead === 0 ? "identical" : "ahead";
  return ahead === 0 ? "behind" : "diverged";
}
