/** Writes the workflow that a repository copies: 25 lines that call the jobs of a release with the rights they need. */

/** Who hears what people say: a hosted bot, or a job of the workflow. */
export type Hosting = "bot" | "workflow";

/** An expression of GitHub's. */
function filled(expression: string): string {
  return `\${{ ${expression} }}`;
}

const SECRETS = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "LOOPWRIGHT_APP_PRIVATE_KEY"];
const REQUIRED = "{ required: true, type: string }";
const RUN = ["issue", "run_id", "digest"].map((name) => [name, REQUIRED] as const);

interface Way {
  /** Expressions: the issue, the run, the digest. */
  readonly title: readonly string[];
  readonly triggers: readonly string[];
  readonly inputs: readonly (readonly [name: string, declared: string])[];
  readonly group: string;
  readonly called: string;
}

const WAYS: Readonly<Record<Hosting, Way>> = {
  bot: {
    title: ["inputs.issue", "inputs.run_id", "inputs.digest"],
    triggers: [],
    inputs: [...RUN, ["job", "{ required: false, type: string, default: run }"]],
    group: `loopwright-run-${filled("inputs.issue")}`,
    called: "loop.yml",
  },
  workflow: {
    title: [
      "inputs.issue || github.event.issue.number || github.event.pull_request.number",
      "inputs.run_id || github.event_name",
      "inputs.digest",
    ],
    triggers: [
      "issues: { types: [labeled, unlabeled, closed] }",
      "issue_comment: { types: [created] }",
      "pull_request_review: { types: [submitted] }",
    ],
    inputs: RUN,
    group: filled(
      "inputs.issue && format('loopwright-run-{0}', inputs.issue) || format('loopwright-heard-{0}', github.run_id)",
    ),
    called: "loop-zero-server.yml",
  },
};

const RIGHTS = ["contents", "issues", "pull-requests", "actions", "checks"]
  .map((scope) => `${scope}: write`)
  .join(", ");

/** The text of `.github/workflows/loopwright.yml`. Pure. */
export function shortWorkflow(hosting: Hosting): string {
  const { title, triggers, inputs, group, called } = WAYS[hosting];
  const handed = (context: string, names: readonly string[]): readonly string[] =>
    names.map((name) => `      ${name}: ${filled(`${context}.${name}`)}`);
  const lines = [
    "name: Loopwright",
    `run-name: "Loopwright #${title.map(filled).join(" ")}"`,
    "on:",
    ...triggers.map((trigger) => `  ${trigger}`),
    "  workflow_dispatch:",
    "    inputs:",
    ...inputs.map(([name, declared]) => `      ${name}: ${declared}`),
    "permissions: {}",
    `concurrency: { group: "${group}", queue: max }`,
    "jobs:",
    "  loop:",
    `    uses: loopwright/loopwright/.github/workflows/${called}@v1`,
    `    permissions: { ${RIGHTS} }`,
    "    with:",
    ...handed(
      "inputs",
      inputs.map(([name]) => name),
    ),
    "    secrets:",
    ...handed("secrets", SECRETS),
  ];
  return `${lines.join("\n")}\n`;
}
