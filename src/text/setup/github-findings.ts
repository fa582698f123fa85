/** Says what is missing of a repository's setup on GitHub, and how it is mended: a finding for each thing. */
import type { GitHubSetup, WorkflowLook } from "#core/config/github-setup.ts";
import { PROVIDERS } from "#core/config/providers.ts";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import { type DoctorFinding, finding } from "#text/terminal/doctor-page.ts";
import { appFinding, installationFindings, UNSEEN } from "./app-findings.ts";

/** Rules that refuse a run's push to a branch of its own: https://docs.github.com/rest/repos/rules */
const REFUSING = [
  "creation",
  "update",
  "pull_request",
  "required_status_checks",
  "required_deployments",
  "commit_message_pattern",
  "commit_author_email_pattern",
  "committer_email_pattern",
  "branch_name_pattern",
  "workflows",
  "merge_queue",
];

/** All findings, in the order in which they are mended. Pure. */
export function githubFindings(setup: GitHubSetup): readonly DoctorFinding[] {
  const { workflow } = setup;
  const hosted = typeof workflow !== "object" || !workflow.triggers.includes("issues");
  return [
    workflowFinding(setup),
    ...(typeof workflow === "object" ? [runnerFinding(workflow)] : []),
    labelFinding(setup.label),
    actionsFinding(setup.actionsOn),
    mayOpenFinding(setup.mayOpen),
    secretsFinding(setup.secrets),
    ...(hosted ? installationFindings(setup.installation) : [appFinding(setup)]),
    rulesFinding(setup.rules),
  ];
}

const OURS = /^[^/]+\/loopwright(?:\/\.github\/workflows\/[\w-]+\.yml|\/action)?@/;

function workflowFinding({ workflow, branch }: GitHubSetup): DoctorFinding {
  const name = "workflow file";
  if (workflow === "missing")
    return finding(name, false, `there is no ${WORKFLOW_FILE} on ${branch}`, "loopwright init --yes, commit and push");
  const used = workflow === "other" ? undefined : workflow.uses.find((one) => OURS.test(one));
  if (workflow === "other" || used === undefined)
    return finding(name, false, "starts nothing of Loopwright", "loopwright init shows the file to copy");
  const starts = workflow.triggers.includes("workflow_dispatch");
  if (!starts) return finding(name, false, "cannot be started", "add workflow_dispatch, as loopwright init shows it");
  return finding(name, true, `is on ${branch}, and uses ${used}`);
}

/** A job that calls our workflow runs where that one says. */
function runnerFinding({ runners }: WorkflowLook): DoctorFinding {
  const unusual = runners.filter((label) => !/^ubuntu-(?:latest|\d{2}\.\d{2})$/.test(label));
  const name = "runner image";
  if (unusual.length === 0) return finding(name, true, runners.join(", ") || "ubuntu-latest, by the workflow it calls");
  return finding(name, null, unusual.join(", "), "run loopwright doctor on that machine, and see runners.md");
}

function labelFinding({ name, isThere }: GitHubSetup["label"]): DoctorFinding {
  return finding("label", isThere, isThere ? name : `there is no label ${name}`, "loopwright init says how it is made");
}

function actionsFinding(on: boolean | null): DoctorFinding {
  if (on === null) return finding("Actions", null, UNSEEN);
  return finding("Actions", on, on ? "are allowed" : "are switched off", "Settings, Actions, General");
}

function mayOpenFinding(may: boolean | null): DoctorFinding {
  const name = "opening pull requests";
  if (may === null) return finding(name, null, UNSEEN);
  const cure = "Settings, Actions, General: allow GitHub Actions to create and approve pull requests";
  return finding(name, may, may ? "workflows may" : "workflows may not", cure);
}

const KEYS = Object.values(PROVIDERS).map(({ key }) => key);

/** A repository may do without a key: federation.md. */
function secretsFinding(secrets: readonly string[] | null): DoctorFinding {
  const name = "key of a model";
  if (secrets === null) return finding(name, null, UNSEEN);
  const there = KEYS.filter((key) => secrets.includes(key));
  if (there.length > 0) return finding(name, true, `the secret ${there.join(" and ")} is set`);
  return finding(name, false, "no secret holds one", `set ${KEYS.join(" or ")}; federation.md says how to do without`);
}

function rulesFinding(rules: readonly string[]): DoctorFinding {
  const name = "rulesets";
  const refusing = rules.filter((rule) => REFUSING.includes(rule));
  if (refusing.length > 0)
    return finding(
      name,
      false,
      `refuse the branches of runs (loop/…): ${refusing.join(", ")}`,
      "let the App and GitHub Actions bypass them, or leave loop/* out",
    );
  if (rules.length === 0) return finding(name, true, "none holds for the branches of runs (loop/…)");
  return finding(name, null, `hold for the branches of runs (loop/…): ${rules.join(", ")}`);
}
