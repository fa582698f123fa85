/** Calls of tools as models make them: names that are not there, several at once, the same for ever. */
import { type Kind, replying } from "./kind.ts";
import { WRITE } from "./player.ts";

/** How many times a model that goes round in circles does the same, where nobody ends it before. */
const CIRCLE = 30;

function calling(name: string, often: number, calls: Parameters<typeof replying>[1]["calls"]): Kind {
  return { name, often, spoil: (turn) => (turn.reply?.calls === undefined ? null : replying(turn, { ...turn.reply, calls })) };
}

const look = (tool: string, input: Readonly<Record<string, unknown>>) => ({ tool, input: { ...input } });

export const TOOL_KINDS: readonly Kind[] = [
  calling("a tool that is not there", 3, [look("str_replace_based_edit_tool", { command: "view", path: "src/split.js" })]),
  calling("arguments that do not fit", 3, [look("read_file", { file_path: "src/split.js" })]),
  calling("a file that is not there", 1, [look("read_file", { path: "/workspace/src/spilt.js" })]),
  calling("calls side by side", 3, [
    look("read_file", { path: "src/split.js" }),
    look("grep", { pattern: "split", path: "src" }),
    look("glob", { pattern: "**/*.js" }),
    look(WRITE.tool, WRITE.input),
  ]),
  calling(
    "an endless loop",
    3,
    Array.from({ length: CIRCLE }, () => look("read_file", { path: "src/split.js" })),
  ),
  {
    name: "words between two calls",
    often: 3,
    spoil: (turn) => (turn.reply?.calls === undefined ? null : replying(turn, { text: "Now I shall write the file." })),
  },
];
