/** Takes in the plan that an issue brings along, in place of asking the hydrator for one. */
import { parsePlanFile } from "#agent/specs/plan-file.ts";
import { givenPlanIn } from "#core/plan/given-plan.ts";
import { issueText } from "#core/plan/issue.ts";
import type { Hydration } from "#core/planning/hydration.ts";
import type { Run } from "#core/run/run.ts";
import type { Workspace } from "#ports/workspace.ts";
import { clip } from "#text/format/shorten.ts";
import { clean } from "#text/sanitize/clean.ts";

/** The draft of the plan; or why it cannot be taken in, with what a person can do. */
export type GivenDraft =
  | { readonly kind: "draft"; readonly draft: Hydration }
  | { readonly kind: "wrong"; readonly why: string };

/** Characters of a reason. */
const MOST = 450;

/**
 * Gives the draft that the issue brings along, from what a reader of the issue sees; a file is read from the base. Null
 * where there is none, and once a plan was made or a person has said something: then the hydrator goes on with it.
 * Throws `Failure("git")`.
 */
export async function givenDraftOf(run: Run, workspace: Pick<Workspace, "textAt">): Promise<GivenDraft | null> {
  if (run.plan !== null || run.corrections.length > 0) return null;
  const given = givenPlanIn(clean(issueText(run.issue)).text);
  if (given === null) return null;
  if (given.kind === "text") return read("the plan in the issue", given.text);
  const text = await workspace.textAt(run.base.tree, given.path);
  return text === null
    ? wrong(`The issue names ${given.path} as its plan, and ${run.base.branch} has no such file of text.`)
    : read(given.path, text);
}

function read(file: string, text: string): GivenDraft {
  try {
    return { kind: "draft", draft: parsePlanFile(file, text) };
  } catch (error) {
    if (error instanceof Error) return wrong(`The plan cannot be taken in: ${error.message}`);
    throw error;
  }
}

function wrong(why: string): GivenDraft {
  return { kind: "wrong", why: `${clip(why, MOST)} Mend it and begin again, or say here what is wanted instead?` };
}
