/** Defines the tool that replaces one exact piece of a file by another. */
import * as z from "zod";
import { defineTool, type ToolOutcome } from "./tool.ts";
import { OUTPUT_LIMITS, startOf } from "./truncate.ts";

/**
 * A piece that is not there, or is there more than once without `replace_all`, changes nothing and is a failed result.
 * So is a file that changed since this agent read it.
 */
export const editFile = defineTool({
  name: "edit_file",
  effect: "writes",
  description: "Replaces old_string, which must occur exactly once unless replace_all, by new_string.",
  input: z
    .strictObject({
      path: z.string().min(1),
      old_string: z.string().min(1),
      new_string: z.string(),
      replace_all: z.boolean().default(false),
    })
    .refine((input) => input.old_string !== input.new_string, { error: "old_string and new_string are the same" }),
  limit: OUTPUT_LIMITS.edit_file,
  target: ({ path }) => path,
  run: async ({ path, old_string: old, new_string: replacement, replace_all: all }, { toolAccess, seen }) => {
    const text = await toolAccess.read(path);
    if (seen.isStale(path, text))
      return { text: `stale_read: ${path} has changed since you read it; read it again`, failed: true };
    const pieces = text.split(old);
    const found = pieces.length - 1;
    if (found === 0) return refuse(`old_string was not found in ${path}${lineEnds(text, old)}`, old);
    if (found > 1 && !all)
      return refuse(`old_string occurs ${found} times in ${path}; take more lines into it, or set replace_all`, old);
    const after = pieces.join(replacement);
    await toolAccess.write(path, after);
    seen.note(path, after);
    return { text: `edited ${path}: ${found} ${found === 1 ? "replacement" : "replacements"}`, failed: false };
  },
});

function refuse(why: string, old: string): ToolOutcome {
  return { text: `${why}: "${startOf(old, 100)}"`, failed: true };
}

/** Names the commonest cause that the model cannot see. */
function lineEnds(text: string, old: string): string {
  return text.includes("\r\n") && old.includes("\n") && !old.includes("\r\n") ? " (its lines end with \\r\\n)" : "";
}
