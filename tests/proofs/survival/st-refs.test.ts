/** The refs of a run in the hands of whoever may push: moved back, deleted, written to. Nothing is done with them but to say so. */
import { expect, it } from "vitest";
import { type Story, story } from "./story.ts";

/** Moves refs as a person with write access can. */
function move({ github }: Story, name: string, sha: string | null): void {
  if (sha === null) github.state.refs.remove(name);
  else github.state.refs.put(name, { name, sha });
}

/** Where a journal was, some commits ago. */
function earlier({ github, stateOf }: Story, issue: number, commits: number): string {
  let sha = github.refAt(stateOf(issue)) ?? "";
  for (let count = 0; count < commits; count++) sha = github.state.objects.commit(sha)?.parents[0] ?? "";
  return sha;
}

/** Up to a branch with a kept iteration; the work goes on. */
async function kept({ atWork, until, history, github, run }: Story) {
  const issue = await atWork();
  await until("a kept iteration", () => history(issue).some(({ kind }) => kind === "iteration_kept"));
  const branch = `refs/heads/loop/${issue}-${run(issue).alias}`;
  return { issue, branch, head: github.refAt(branch) };
}

it("adds nothing to a journal that was moved back while a job was at work: the job ends and says so, and nobody goes on from there [ST-05]", async () => {
  await story(async (told) => {
    const { calm, github, stateOf, run, history, labels, world } = told;
    const { issue, branch, head } = await kept(told);
    const back = earlier(told, issue, 1);
    for (const name of [stateOf(issue), `refs/loopwright/issue-${issue}/current`]) move(told, name, back);
    const left = history(issue).length;
    await calm();
    expect(world.log.join("\n")).toMatch(/the job failed: .* is at .* and was at .*, which holds more/);
    expect(
      history(issue)
        .slice(left)
        .map(({ kind }) => kind),
    ).not.toContain("iteration_kept");
    expect([github.refAt(branch), labels(issue), run(issue).ending]).toEqual([head, ["loop:stopped"], "taken_over"]);
    expect(github.issues()).toHaveLength(1);
  });
});

it("lets no journal that was moved back alone move any more, because the pointer beside it stands where it stood [ST-05]", async () => {
  await story(async (told) => {
    const { planned, calm, github, stateOf } = told;
    const issue = await planned();
    const back = earlier(told, issue, 1);
    move(told, stateOf(issue), back);
    github.comment(issue, "wim", "/approve");
    await calm();
    expect([github.refAt(stateOf(issue)), github.runs()]).toEqual([back, []]);
  });
});

it("works no more on a run whose journal was deleted, and tells whoever speaks where it was [ST-06]", async () => {
  await story(async (told) => {
    const { calm, github, stateOf, letters, history } = told;
    const { issue, branch, head } = await kept(told);
    const [state, at] = [stateOf(issue), github.refAt(stateOf(issue))];
    move(told, state, null);
    await calm();
    github.comment(issue, "wim", "/stop");
    await calm();
    expect(letters(issue, "reply").at(-1)?.body).toContain(`${state} was deleted; it was at ${at}: put it back there`);
    expect([github.refAt(branch), github.refAt(state), github.issues().length]).toEqual([head, null, 1]);
    move(told, state, at);
    github.comment(issue, "wim", "/stop");
    await calm();
    expect(history(issue).map(({ kind }) => kind)).toContain("stop_requested");
  });
});
