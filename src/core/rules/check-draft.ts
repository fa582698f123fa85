/** A check as a model drafts it: flat, because every kind takes one text; and its conversion to a `Check`. */
import * as z from "zod";
import { Check } from "./check.ts";
import { CRITERIA_PASS, Criteria, RUBRIC_PASS } from "./quality.ts";

/**
 * `text`: the command, the path or glob, the question, the statement, or for `quality` what is judged. `prints`: the
 * word that a command must print to pass; null: its exit code decides alone. Only for `quality`: the rubric (empty:
 * `text` is the only criterion), the mark that passes (null: 3.5 for a rubric, 3 for a text alone), and a glob of what
 * is looked at (null: what was changed).
 */
export const CheckDraft = z
  .strictObject({
    kind: z.enum(["command", "not_command", "file", "not_file", "content", "quality", "assertion"]),
    text: z.string().trim().min(1).max(2000),
    prints: z.string().trim().min(1).max(200).nullable().default(null),
    rubric: Criteria.default([]),
    passThreshold: z.number().min(1).max(5).nullable().default(null),
    scope: z.string().trim().min(1).max(300).nullable().default(null),
  })
  .superRefine((draft, context) => {
    for (const { message } of Check.safeParse(shaped(draft)).error?.issues ?? []) {
      context.addIssue({ code: "custom", message: `${draft.kind}: ${message}`, path: ["text"] });
    }
  });
export type CheckDraft = z.output<typeof CheckDraft>;

/**
 * The same where a model is asked for the plain part of it alone, because an answer that holds many checks must stay
 * small.
 */
export const PlainCheckDraft = CheckDraft.meta({ asks: ["kind", "text", "prints"] });

/** The check that was drafted. Throws zod's error for one that cannot be. */
export function checkFrom(draft: CheckDraft): Check {
  return Check.parse(shaped(draft));
}

function shaped(draft: CheckDraft): z.input<typeof Check> {
  const { kind, text, prints } = draft;
  switch (kind) {
    case "command":
      return { kind, run: text, prints };
    case "not_command":
      return { kind, run: text };
    case "file":
    case "not_file":
      return { kind, path: text };
    case "content":
      return { kind, question: text };
    case "assertion":
      return { kind, statement: text };
    case "quality":
      return marked(draft);
  }
}

function marked({ text, rubric, passThreshold, scope }: CheckDraft): z.input<typeof Check> {
  const [criterion] = rubric;
  return criterion === undefined
    ? {
        kind: "quality",
        rubric: [{ criterion: "as asked", description: text }],
        passThreshold: passThreshold ?? CRITERIA_PASS,
        scope,
      }
    : { kind: "quality", rubric, passThreshold: passThreshold ?? RUBRIC_PASS, scope };
}
