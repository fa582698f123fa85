/** The usage of each command, from `usage.yaml`: its words, its options, an example. */
import * as z from "zod";
import said from "./usage.yaml";

/** Options by their flags as commander writes them (`--run <name>`), each with what it does. */
const Options = z.record(z.string().regex(/^--[a-z-]+(?: <[a-z /]+>)?$/), z.string());

const Usage = z.strictObject({
  group: z.string(),
  says: z.string(),
  words: z.string().default(""),
  options: Options.default({}),
  drives: z.boolean().default(false),
  /** Names of options of which only one may be given. */
  excludes: z.array(z.tuple([z.string(), z.string()])).default([]),
  examples: z.array(z.string().startsWith("loopwright").or(z.string().includes("(loopwright"))).min(1),
});
type Usage = z.infer<typeof Usage>;

/** What every command that carries a run on takes. */
const DRIVE_OPTIONS: z.infer<typeof Options> = {
  "--expect <end>": "the exit code says whether the run came to this stop reason or stage",
  "--result <file>": "write result.json there too",
  "--events <file>": "write there what the agents did, whole: a line of JSON for each event",
  "--json": "print result.json at the end, in place of a page",
};

/** A command by its name, with all its options. */
export interface NamedUsage extends Usage {
  readonly name: string;
}

/** All commands, in the order in which help shows them. */
export const USAGES: readonly NamedUsage[] = Object.entries(z.record(z.string(), Usage).parse(said)).map(
  ([name, usage]) => ({ ...usage, name, options: { ...usage.options, ...(usage.drives ? DRIVE_OPTIONS : {}) } }),
);
