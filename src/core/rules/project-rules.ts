/**
 * Rules of the repository's own: every plan gets them, and they replace what the hydrator drafts under the same id.
 */
import * as z from "zod";
import { CheckDraft } from "./check-draft.ts";
import { RuleId, Severity } from "./rule.ts";

const Text = z.string().trim().min(1);

/** A rule as the configuration states it, which cannot set the checks that guard the repository's own tests. */
export const ProjectRule = z.strictObject({
  id: RuleId,
  description: z.string().min(1).max(500),
  severity: Severity,
  check: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("command"), run: Text.max(2000), prints: Text.max(200).nullable().default(null) }),
    z.strictObject({ kind: z.literal("content"), question: Text.max(1000) }),
  ]),
});
export type ProjectRule = z.infer<typeof ProjectRule>;

/** A rule as the hydrator drafts it. */
interface Drafted {
  id: string;
  description: string;
  severity: Severity;
  check: CheckDraft;
}

/** The drafted rules with those of the repository behind them; a drafted one with the same id gives way. */
export function withProjectRules(drafted: readonly Drafted[], rules: readonly ProjectRule[]): Drafted[] {
  const ids = rules.map(({ id }) => id);
  return [...drafted.filter(({ id }) => !ids.includes(id)), ...rules.map(draftOf)];
}

function draftOf({ check, ...rule }: ProjectRule): Drafted {
  const { kind } = check;
  if (kind === "content") return { ...rule, check: CheckDraft.parse({ kind, text: check.question }) };
  return { ...rule, check: CheckDraft.parse({ kind, text: check.run, prints: check.prints }) };
}
