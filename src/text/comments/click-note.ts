/** Tells readers of a pull request that its workflow runs wait for a click, where they do. */
import { causeOfWait } from "#core/run/pull-request-state.ts";

const PAGE = "https://github.com/loopwright/loopwright/blob/main/.github/docs/checks-start.md";

const CAUSES = { opened: "It was opened", moved: "Its newest commits were pushed" } as const;

/** Who has to click what, and where it says how to do without; empty where the runs begin by themselves. */
export function clickNote(...given: Parameters<typeof causeOfWait>): string {
  const cause = causeOfWait(...given);
  if (cause === null) return "";
  return (
    `**Workflows wait for a click.** ${CAUSES[cause]} with the workflow's own token, so GitHub holds its workflow ` +
    "runs back: whoever may write selects **Approve workflows to run** in the merge box. " +
    `[Why, and how they begin by themselves](${PAGE})`
  );
}
