/** A story from a label to a pull request: what it leaves, and that no secret comes where a worker could see it. */
import { execa } from "execa";
import { expect, it } from "vitest";
import { NO_WALLS } from "../../../adapters/sandbox/sandboxes.ts";
import { hubFaultsOf } from "../../demo/hub/verdict.ts";
import { readStory, type Story } from "../../demo/story.ts";
import { played, TIME } from "./played.ts";

/** Prints what looks like a secret in every environment that can be read. Its own words do not look like one. */
const LOOK =
  "{ env; cat /proc/[0-9]*/environ; } 2>/dev/null | tr '\\0' '\\n' | grep -a -i -E 'canar[y]|gh[s]_|toke[n]|_ke[y]|-ke[y]' | sort -u; echo looked";

/** Who approved, as a commit names them (GIT-15). */
const APPROVER = "Co-authored-by: wim <6+wim@users.noreply.github.com>";

/** The story, in which the worker first looks around. */
async function curious(name: string, config: Story["config"] = {}): Promise<Story> {
  const story = await readStory(name);
  const [first, ...rest] = story.script.roles["worker"] ?? [];
  if (first === undefined) throw new Error(`the worker of ${name} has no turns`);
  const look = { expect: [], forbid: [], repeat: false, reply: { calls: [{ tool: "exec", input: { command: LOOK } }] } };
  const worker = [look, { ...first, expect: ["looked"] }, ...rest];
  return { ...story, config: { ...story.config, ...config }, script: { ...story.script, roles: { ...story.script.roles, worker } } };
}

it.skipIf(NO_WALLS !== "")(
  `goes from a label to a verified pull request, and no worker, comment, commit or log shows a secret${NO_WALLS}`,
  async () => {
    const outcome = await played(await curious("journey"));
    expect(hubFaultsOf(outcome, "threshold_reached")).toEqual([]);
    expect(outcome.unsandboxed).toBeNull();
    const bots = outcome.posts.filter(({ who }) => who.endsWith("[bot]")).map(({ where, body }) => `${where}: ${body.split("\n")[0]}`);
    // The plan, the scores, the result, the pull request: four notifications.
    expect(bots).toEqual([
      expect.stringContaining("Comment: **Plan**: "),
      expect.stringContaining("Comment: **Completed**"),
      expect.stringContaining("Comment: **Completed**"),
      expect.stringContaining("Pull request #2"),
    ]);
    const { stdout } = await execa("git", [
      ...["-C", outcome.clone.folder, "log", "--reverse", "--format=%(trailers:only,unfold,separator=|)"],
      `main..${outcome.pulls[0]?.head}`,
    ]);
    const runId = outcome.run?.runId;
    expect(stdout.split("\n")).toEqual([
      `Loop-Run: ${runId}|Loop-Iteration: 1|Loop-Atom: A1|Loop-Score: 0.33 A|${APPROVER}`,
      `Loop-Run: ${runId}|Loop-Iteration: 2|Loop-Score: 1.00 A|${APPROVER}`,
      `Loop-Run: ${runId}|Loop-Iteration: 3|Loop-Score: 1.00 B|${APPROVER}`,
    ]);
  },
  TIME,
);

it(
  "shows a worker no secret of the driver without a sandbox either; that the look finds what is there is shown by `npm run canary -- --unredacted` [EX-19]",
  async () => {
    const outcome = await played(await curious("cheat-claim", { sandbox: "none", audit: { every: 1000, ceiling: 1000 } }));
    expect(outcome.run?.ending).toBe("iteration_limit");
    expect([outcome.unsandboxed, outcome.leaks]).toEqual(["the configuration says sandbox: none", []]);
  },
  TIME,
);
