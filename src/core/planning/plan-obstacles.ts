/** Finds what stands between a draft and a plan that can be carried out. */
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import { type Question, questionFrom } from "#core/plan/question.ts";
import { templateFor, WORKFLOWS, type Workflow } from "#core/plan/workflow.ts";
import { TEMPLATES } from "#core/rules/template.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import type { Hydration } from "./hydration.ts";

/** Where the tests should be: the globs that apply, and all paths of the base. */
export interface TestPlaces {
  readonly tests: readonly string[];
  readonly paths: readonly string[];
}

/**
 * The questions that a person has to answer before a plan can be carried out; empty when there are none. The hydrator's
 * questions have defaults; what the repository lacks has none.
 */
export function planObstaclesOf(draft: Hydration, detected: DetectedCommands, places: TestPlaces): readonly Question[] {
  if (draft.questions.length > 0) return draft.questions.map(questionFrom);
  return lacking(draft, detected, places).map((question) => ({ question, default: null }));
}

function lacking(draft: Hydration, detected: DetectedCommands, { tests, paths }: TestPlaces): readonly string[] {
  if (WORKFLOWS[draft.workflow].answers) return [];
  if (templateFor(draft.workflow, draft.template) === null) return [ambiguous(draft.workflow)];
  if (detected.checks.test !== null && tests.length > 0 && !paths.some((path) => matchesGlobs(tests, path))) {
    return [
      `The tests run by \`${detected.checks.test}\`, but no file looks like a test, so nothing ` +
        "would keep a test from being deleted or skipped. Which files are the tests? Set tests in " +
        ".github/loopwright.yml (globs; an empty list says that there are none).",
    ];
  }
  const executable = draft.rules.some(({ severity, check }) => severity === "fail" && check.kind === "command");
  if (detected.checks.test !== null || executable) return [];
  return [
    "The repository names no test command and the plan has no executable fail rule. Which command " +
      "shows that the work is done? Set checks.test in .github/loopwright.yml.",
  ];
}

/** The kind of work decides its criteria, and is not guessed. */
function ambiguous(workflow: Workflow): string {
  const kinds = WORKFLOWS[workflow].templates.map((name) => `${name} (${TEMPLATES[name].makes})`).join(", ");
  return `The issue does not say which kind of work this is, and its criteria hang on that. Which is it: ${kinds}?`;
}
