/** Defines the tool that searches file contents. */
import * as z from "zod";
import { defineTool } from "./tool.ts";
import { OUTPUT_LIMITS, startOf } from "./truncate.ts";

/** The most characters of one matching line that are shown, so that one minified file does not fill the result. */
const LINE = 300;

/** `path:line:text` a match. No match is a success. */
export const grep = defineTool({
  name: "grep",
  effect: "reads",
  description: "Searches file contents by regular expression; answers path:line:text.",
  input: z.strictObject({
    pattern: z.string().min(1),
    path: z.string().min(1).optional().describe("folder or file"),
    glob_filter: z.string().min(1).optional().describe("such as **/*.ts"),
    max_results: z.int().min(1).max(1000).default(100),
  }),
  limit: OUTPUT_LIMITS.grep,
  target: ({ pattern, path }) => (path === undefined ? pattern : `${pattern} in ${path}`),
  run: async ({ pattern, path, glob_filter: glob, max_results: limit }, { toolAccess }) => {
    const matches = await toolAccess.grep(pattern, { path, glob, limit });
    if (matches.length === 0) return { text: "no match", failed: false };
    const lines = matches.map(({ path: file, line, text }) => `${file}:${line}:${brief(text)}`);
    const more =
      matches.length === limit ? [`[stopped at ${limit} matches; narrow the pattern or raise max_results]`] : [];
    return { text: [...lines, ...more].join("\n"), failed: false };
  },
});

function brief(text: string): string {
  return text.length <= LINE ? text : `${startOf(text, LINE)}…`;
}
