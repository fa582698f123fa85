/** What `loopwright doctor --github` says of a repository: each thing that is missing by itself, with what to do. */
import { expect, it } from "vitest";
import { workflowLook } from "#agent/specs/workflow-look.ts";
import { APP_EVENTS, APP_PERMISSIONS, type GitHubSetup } from "#core/config/github-setup.ts";
import { githubFindings } from "#text/setup/github-findings.ts";
import { shortWorkflow } from "#text/setup/short-workflow.ts";

const look = (text: string): GitHubSetup["workflow"] => workflowLook(text) ?? "other";
const installation = { url: "https://github.example/i/1", suspended: false, permissions: APP_PERMISSIONS, events: APP_EVENTS };
const WHOLE: GitHubSetup = {
  branch: "main",
  workflow: look(shortWorkflow("bot")),
  label: { name: "loop", isThere: true },
  secrets: ["OPENAI_API_KEY"],
  variables: [],
  actionsOn: true,
  mayOpen: true,
  rules: [],
  installation,
};
const ALONE: GitHubSetup = { ...WHOLE, workflow: look(shortWorkflow("workflow")), installation: null };

/** The findings that are not fine, as lines. */
function faults(setup: GitHubSetup): readonly string[] {
  const wrong = githubFindings(setup).filter(({ holds }) => holds !== true);
  return wrong.map(({ name, holds, says, cure }) => `${holds === false ? "NO" : "--"} ${name}: ${says}${cure && ` | ${cure}`}`);
}

it("finds nothing missing where all is there, with a bot and without", () => {
  expect(faults(WHOLE)).toEqual([]);
  expect(githubFindings(WHOLE).map(({ says }) => says)).toContain(
    "is on main, and uses loopwright/loopwright/.github/workflows/loop.yml@v1",
  );
  expect(faults(ALONE)).toEqual(["-- App for pull requests: none: checks-start.md"]);
  const own = { ...ALONE, secrets: [...(ALONE.secrets ?? []), "LOOPWRIGHT_APP_PRIVATE_KEY"], variables: ["LOOPWRIGHT_APP_ID"] };
  expect(faults(own)).toEqual([]);
});

const LONG = "on: [workflow_dispatch]\njobs: { a: { runs-on: [self-hosted, big], steps: [{ uses: loopwright/loopwright@v1 }] } }";

it.each<[Partial<GitHubSetup>, string]>([
  [
    { workflow: "missing" },
    "NO workflow file: there is no .github/workflows/loopwright.yml on main | loopwright init --yes, commit and push",
  ],
  [{ workflow: look("on: push\njobs: {}") }, "NO workflow file: starts nothing of Loopwright | loopwright init shows the file to copy"],
  [{ workflow: look("nothing: [of, that") }, "NO workflow file: starts nothing of Loopwright | loopwright init shows the file to copy"],
  [
    { workflow: look(LONG.replace("workflow_dispatch", "push").replace("[self-hosted, big]", "ubuntu-24.04")) },
    "NO workflow file: cannot be started | add workflow_dispatch, as loopwright init shows it",
  ],
  [{ workflow: look(LONG) }, "-- runner image: self-hosted, big | run loopwright doctor on that machine, and see runners.md"],
  [{ label: { name: "agent", isThere: false } }, "NO label: there is no label agent | loopwright init says how it is made"],
  [{ actionsOn: false }, "NO Actions: are switched off | Settings, Actions, General"],
  [{ actionsOn: null }, "-- Actions: cannot be seen with this token: it takes one of an administrator"],
  [
    { mayOpen: false },
    "NO opening pull requests: workflows may not | Settings, Actions, General: allow GitHub Actions to create and approve pull requests",
  ],
  [{ mayOpen: null }, "-- opening pull requests: cannot be seen with this token: it takes one of an administrator"],
  [
    { secrets: ["OTHER"] },
    "NO key of a model: no secret holds one | set ANTHROPIC_API_KEY or OPENAI_API_KEY; federation.md says how to do without",
  ],
  [{ secrets: null }, "-- key of a model: cannot be seen with this token: it takes one of an administrator"],
  [{ installation: null }, "-- App: was not asked for | set APP_ID and PRIVATE_KEY_PATH, as the bot has them"],
  [{ installation: "none" }, "NO App: is not installed on this repository | install it, on the App's page"],
  [{ installation: { ...installation, suspended: true } }, "NO App: its installation is suspended | lift it: https://github.example/i/1"],
  [
    { installation: { ...installation, permissions: { ...APP_PERMISSIONS, contents: "read", checks: "none" } } },
    "NO App's permissions: missing: checks: read, contents: write | set them on the App's page, then accept them: https://github.example/i/1",
  ],
  [
    { installation: { ...installation, events: APP_EVENTS.filter((event) => event !== "status") } },
    "NO App's webhooks: not sent: status | subscribe to them on the App's page",
  ],
  [
    { rules: ["non_fast_forward", "creation"] },
    "NO rulesets: refuse the branches of runs (loop/…): creation | let the App and GitHub Actions bypass them, or leave loop/* out",
  ],
  [{ rules: ["required_signatures"] }, "-- rulesets: hold for the branches of runs (loop/…): required_signatures"],
])("says of %j what to do", (change, line) => {
  expect(faults({ ...WHOLE, ...change })).toEqual([line]);
});

it("wants both settings of an App that only opens pull requests, or none", () => {
  const half = { ...ALONE, variables: ["LOOPWRIGHT_APP_ID"] };
  expect(faults(half)).toEqual([
    "NO App for pull requests: one of LOOPWRIGHT_APP_ID and LOOPWRIGHT_APP_PRIVATE_KEY is set, and the other is not | set both, or none",
  ]);
  expect(faults({ ...ALONE, variables: null })).toEqual([
    "-- App for pull requests: cannot be seen with this token: it takes one of an administrator",
  ]);
});
