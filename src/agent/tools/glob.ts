/** Defines the tool that finds files by name. */
import * as z from "zod";
import { defineTool } from "./tool.ts";
import { OUTPUT_LIMITS } from "./truncate.ts";

/** One less than the lines that fit, so that the note about more fits too. */
const MOST = OUTPUT_LIMITS.glob.lines - 1;

/** One path a line, newest first. No match is a success. */
export const glob = defineTool({
  name: "glob",
  effect: "reads",
  description: "Lists paths that match a glob, newest first.",
  input: z.strictObject({ pattern: z.string().min(1), path: z.string().min(1).optional().describe("folder") }),
  limit: OUTPUT_LIMITS.glob,
  target: ({ pattern, path }) => (path === undefined ? pattern : `${pattern} in ${path}`),
  run: async ({ pattern, path }, { toolAccess }) => {
    const paths = await toolAccess.glob(pattern, { path, limit: MOST });
    if (paths.length === 0) return { text: "no match", failed: false };
    const more = paths.length === MOST ? [`[stopped at ${MOST} paths; narrow the pattern]`] : [];
    return { text: [...paths, ...more].join("\n"), failed: false };
  },
});
