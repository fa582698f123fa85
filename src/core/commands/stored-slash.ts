/** Reads a parsed command that waited in a queue as JSON. A test reads every command of the grammar back. */
import * as z from "zod";
import { PlanNumbers } from "#core/plan/plan-numbers.ts";
import type { ParsedSlash } from "./parse-slash.ts";
import { COMMAND_WORDS } from "./slash-commands.ts";

const Word = z.enum(COMMAND_WORDS);

/** The commands by their kinds, as `SlashCommand` describes them. */
const Command = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("approve"), digest: z.string().nullable(), stepwise: z.boolean() }),
  z.object({ kind: z.literal("change"), settings: PlanNumbers }),
  z.object({ kind: z.literal("stop"), note: z.string() }),
  z.object({ kind: z.literal("redirect"), text: z.string() }),
  z.object({ kind: z.literal("unblock"), reason: z.string() }),
  z.object({ kind: z.literal("clean"), confirmed: z.string().nullable() }),
  z.object({ kind: z.literal("forget"), id: z.string() }),
  z.object({ kind: z.enum(["pause", "resume", "continue", "status", "history", "help", "start"]) }),
  z.object({ kind: z.literal("unknown"), word: z.string(), nearest: Word }),
  z.object({ kind: z.literal("malformed"), word: Word, problem: z.string() }),
]);

/** The schema of a parsed command. */
export const StoredSlash: z.ZodType<ParsedSlash> = z.object({ command: Command, named: z.boolean() });
