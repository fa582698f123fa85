/** Lists what is left to do on GitHub once the files are there: labels, secrets, settings, and a command for each. */
import { shellWord } from "#core/values/shell-word.ts";
import type { Hosting } from "./short-workflow.ts";

/** A step: what for, where to click, and the command of GitHub's `gh` that does the same; null where it has none. */
export interface SetupStep {
  readonly what: string;
  readonly where: string;
  readonly command: string | null;
}

/** https://docs.github.com/en/rest/actions/permissions#set-default-workflow-permissions-for-a-repository */
const MAY_OPEN = "actions/permissions/workflow -F can_approve_pull_request_reviews=true";

export interface SetupNeeds {
  readonly hosting: Hosting;
  /** The label of the configuration. */
  readonly label: string;
  /** `owner/name`; null where the clone names no repository on GitHub. */
  readonly repository: string | null;
}

/** In the order in which they are done. Pure. */
export function setupSteps({ hosting, label, repository }: SetupNeeds): readonly SetupStep[] {
  const named = repository ?? "<owner>/<name>";
  const option = ` --repo ${named}`;
  return [
    ...(hosting === "bot"
      ? [
          {
            what: "an App of yours, and the bot behind it",
            where: ".github/docs/installing.md of Loopwright",
            command: null,
          },
        ]
      : []),
    {
      what: `the label ${label}`,
      where: "Issues, Labels",
      command: `gh label create ${wordOf(label)} --description "Loopwright makes a plan" --force${option}`,
    },
    ...(hosting === "workflow" && label !== "loop"
      ? [
          {
            what: "the variable LOOPWRIGHT_LABEL, by which the workflow knows the label",
            where: "Settings, Secrets and variables, Actions, Variables",
            command: `gh variable set LOOPWRIGHT_LABEL --body ${wordOf(label)}${option}`,
          },
        ]
      : []),
    {
      what: "the secret ANTHROPIC_API_KEY or OPENAI_API_KEY",
      where: "Settings, Secrets and variables, Actions",
      command: `gh secret set ANTHROPIC_API_KEY${option}`,
    },
    {
      what: "that GitHub Actions may open pull requests",
      where: "Settings, Actions, General, Workflow permissions",
      command: `gh api --method PUT repos/${named}/${MAY_OPEN}`,
    },
    {
      what: "the two files on the default branch",
      where: "commit and push them",
      command: 'git add .github && git commit -m "ci: add Loopwright" && git push',
    },
    {
      what: "a look whether all of it is there",
      where: "here, with a token of an administrator",
      command: `GITHUB_TOKEN=$(gh auth token) loopwright doctor --github ${named}`,
    },
  ];
}

/** Quoted where it has to be. */
function wordOf(text: string): string {
  return /^[\w.:-]+$/.test(text) ? text : shellWord(text);
}
