/** Defines the tool that shows a file with numbered lines. */
import * as z from "zod";
import { defineTool, type ToolOutcome } from "./tool.ts";
import { OUTPUT_LIMITS } from "./truncate.ts";

const UNCHANGED = "[unchanged since you last read these lines: they stand above in this conversation]";

/** `n<TAB>text` a line; names the next offset when lines are left. */
export const readFile = defineTool({
  name: "read_file",
  effect: "reads",
  description: "Shows a text file as number<TAB>line.",
  input: z.strictObject({
    path: z.string().min(1).describe("from the repository's root"),
    offset: z.int().min(1).max(10_000_000).default(1).describe("first line"),
    limit: z.int().min(1).max(10_000).default(2000).describe("lines"),
  }),
  limit: OUTPUT_LIMITS.read_file,
  target: ({ path }) => path,
  run: async ({ path, offset, limit }, { toolAccess, seen }) => {
    const text = await toolAccess.read(path);
    seen.note(path, text);
    const shown = excerpt(text, offset, limit);
    const isWorthIt = !shown.failed && shown.text.length > UNCHANGED.length;
    return isWorthIt && seen.isShown(path, shown.text) ? { text: UNCHANGED, failed: false } : shown;
  },
});

function excerpt(text: string, offset: number, limit: number): ToolOutcome {
  if (text === "") return { text: "[the file is empty]", failed: false };
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  if (offset > lines.length)
    return { text: `offset ${offset} is behind the end: the file has ${lines.length} lines`, failed: true };
  const shown = lines.slice(offset - 1, offset - 1 + limit).map((line, index) => `${offset + index}\t${line}`);
  const next = offset + shown.length;
  const more = next <= lines.length ? [`[${lines.length - next + 1} more lines; go on with offset ${next}]`] : [];
  return { text: [...shown, ...more].join("\n"), failed: false };
}
