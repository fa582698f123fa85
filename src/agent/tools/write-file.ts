/** Defines the tool that creates or replaces a file. */
import * as z from "zod";
import { defineTool } from "./tool.ts";
import { OUTPUT_LIMITS } from "./truncate.ts";

/** Creates missing folders and reports the size. Idempotent. */
export const writeFile = defineTool({
  name: "write_file",
  effect: "writes",
  description: "Creates or replaces a whole file, with its folders.",
  input: z.strictObject({ path: z.string().min(1), content: z.string() }),
  limit: OUTPUT_LIMITS.write_file,
  target: ({ path }) => path,
  run: async ({ path, content }, { toolAccess, seen }) => {
    await toolAccess.write(path, content);
    seen.note(path, content);
    return { text: `wrote ${path}: ${new TextEncoder().encode(content).length} bytes`, failed: false };
  },
});
