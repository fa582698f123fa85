/** What people say on a draft pull request, or on one whose text they edited, is heard like on any other of ours. */
import { expect, it } from "vitest";
import { type Story, story } from "./story.ts";

const CONFIG = "on_incomplete: draft\nlimits:\n  iterations: 1\n";

/** A pull request of a run that is over: a draft where the configuration lets the run go no further. */
async function shown(told: Story): Promise<{ readonly issue: number; readonly pull: number }> {
  const issue = await told.atWork();
  await told.calm();
  return { issue, pull: told.github.issues().find((one) => one.pull !== null)?.number ?? 0 };
}

const redirected = ({ run }: Story, issue: number) => run(issue).corrections.map(({ onPull }) => onPull?.pull);

it("hears a redirect on a draft, answers it there, and goes on", async () => {
  await story(async (told) => {
    told.github.push("main", "ada", { ".github/loopwright.yml": CONFIG });
    const { issue, pull } = await shown(told);
    expect([told.run(issue).stage, told.github.issue(pull)?.pull?.draft]).toEqual(["stopped", true]);
    const comment = told.github.comment(pull, "wim", "/loop redirect Say why it is so.");
    await told.calm();
    expect([redirected(told, issue), told.github.runs().length]).toEqual([[pull], 2]);
    expect(told.github.reactionsOn(`comments/${comment}`)).toContain("rocket");
  });
});

it("hears a redirect where somebody gave the pull request another text", async () => {
  await story(async (told) => {
    const { issue, pull } = await shown(told);
    const { body } = told.github.issue(pull) ?? {};
    expect(body).toContain(`\nCloses #${issue}\n`);
    told.github.editIssue(pull, "ada", { body: (body ?? "").replace(`Closes #${issue}`, `Fixes #${issue}`) });
    told.github.comment(pull, "wim", "/loop redirect Say why it is so.");
    await told.calm();
    expect(redirected(told, issue)).toEqual([pull]);
  });
});
