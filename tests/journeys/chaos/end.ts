/** Gathers what a journey has left, looked at from outside. */
import { Octokit } from "@octokit/rest";
import { replay } from "#core/run/evolve/evolve.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { NAME, OWNER, PEOPLE } from "../demo/hub/people.ts";
import type { Scene } from "../demo/hub/scene.ts";
import { cloneOf } from "../demo/hub/traces.ts";
import type { Post, Watch } from "../demo/hub/watch.ts";
import type { End } from "./judge.ts";

const AT = { owner: OWNER, repo: NAME } as const;

/** `folder`: for a clone; it must not exist. */
export async function endOf(
  scene: Scene,
  watching: Watch,
  { issue, folder }: { readonly issue: number; readonly folder: string },
): Promise<End> {
  const { github, model, tokens } = scene;
  const api = new Octokit({ baseUrl: github.url, auth: tokens[PEOPLE.visitor], log: QUIET });
  const below = async (ref: string) => (await api.rest.git.listMatchingRefs({ ...AT, ref })).data.map(({ ref: name }) => name);
  const posts = await watching.posts();
  const pulls = (await watching.pulls()).filter(({ number }) => number > issue);
  const { fsck, replayed, recorded } = await cloneOf(scene, folder, await watching.ref());
  return {
    run: replay(await watching.events()),
    comments: lettersIn(posts),
    labels: await watching.labels(),
    pulls,
    branches: await below("heads/loop/"),
    runs: (await below(`loopwright/issue-${issue}/`)).filter((name) => !name.endsWith("/current")),
    fsck,
    replayed,
    recorded,
    others: [
      ...github.violations.map(({ method, path, problems }) => `GitHub does not know ${method} ${path}: ${problems.join("; ")}`),
      ...github.failures.map((failure) => `a workflow run broke: ${String(failure)}`),
      ...model.problems.map((problem) => `the model was asked wrongly: ${problem}`),
    ],
  };
}

/** Bodies of the comments on the issue that are ours, in order. */
export function lettersIn(posts: readonly Post[]): readonly string[] {
  return posts.flatMap(({ where, who, body }) => (where === "Comment" && who.endsWith("[bot]") ? [body] : []));
}
