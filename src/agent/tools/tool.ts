/**
 * Defines what a tool is: a schema for the model, a check of the arguments, and a run that turns refusals into failed
 * results.
 */
import * as z from "zod";
import type { ToolSpec } from "#ports/model.ts";
import { Refused, type ToolAccess } from "#ports/tool-access.ts";
import type { Web } from "#ports/web.ts";
import type { SeenFiles } from "./seen-files.ts";
import type { OutputLimit } from "./truncate.ts";

/** The tools, in the order in which a model sees them. `apply_patch` takes the place of `edit_file`. */
export const ToolName = z.enum([
  "read_file",
  "write_file",
  "edit_file",
  "apply_patch",
  "exec",
  "grep",
  "glob",
  "fetch",
]);
export type ToolName = z.infer<typeof ToolName>;

/** What a tool may do: `reads` changes nothing, `writes` changes files, `runs` a command that may do anything. */
export type ToolEffect = "reads" | "writes" | "runs";

/** The web port, and the hosts that a model may read. */
export interface WebAccess {
  readonly web: Web;
  readonly hosts: readonly string[];
}

/**
 * What a run may use. `msLeft`: milliseconds that the agent still has. `web` is absent where no host is allowed.
 * `seen`: the files seen in this conversation.
 */
interface Context {
  readonly toolAccess: ToolAccess;
  readonly seen: SeenFiles;
  readonly web: WebAccess | undefined;
  readonly signal: AbortSignal;
  readonly msLeft: number;
}

export interface ToolOutcome {
  readonly text: string;
  readonly failed: boolean;
}

/**
 * A call with checked arguments. `target` names in a few words what it works on, for the auditor. `run` returns the
 * whole text; the caller cuts it to `limit` for the model.
 */
export type PreparedCall =
  | {
      readonly kind: "ready";
      readonly target: string;
      readonly effect: ToolEffect;
      readonly limit: OutputLimit;
      readonly run: (context: Context) => Promise<ToolOutcome>;
    }
  | { readonly kind: "bad"; readonly problem: string };

export interface Tool {
  readonly spec: ToolSpec;
  /**
   * Checks the arguments; throws nothing. `run` returns a failed outcome for `Refused`, and lets `Interrupted` and
   * `Failure` pass.
   */
  prepare(input: unknown): PreparedCall;
}

/** A tool as its file defines it. */
export interface ToolDefinition<S extends z.ZodType> {
  readonly name: ToolName;
  readonly effect: ToolEffect;
  readonly description: string;
  readonly input: S;
  readonly limit: OutputLimit;
  readonly target: (input: z.output<S>) => string;
  readonly run: (input: z.output<S>, context: Context) => Promise<ToolOutcome>;
}

/** Makes a tool of a definition: the JSON Schema is the input's side of the zod schema. */
export function defineTool<S extends z.ZodType>(definition: ToolDefinition<S>): Tool {
  const { $schema: _dialect, ...input } = z.toJSONSchema(definition.input, { io: "input" });
  return {
    spec: { name: definition.name, description: definition.description, input },
    prepare: (sent) => {
      const read = definition.input.safeParse(sent);
      if (!read.success)
        return { kind: "bad", problem: `bad arguments for ${definition.name}:\n${z.prettifyError(read.error)}` };
      const run = (context: Context) => carryOut(definition, read.data, context);
      const { effect, limit } = definition;
      return { kind: "ready", target: definition.target(read.data), effect, limit, run };
    },
  };
}

async function carryOut<S extends z.ZodType>(
  definition: ToolDefinition<S>,
  input: z.output<S>,
  context: Context,
): Promise<ToolOutcome> {
  try {
    return await definition.run(input, context);
  } catch (error) {
    if (error instanceof Refused) return { text: error.message, failed: true };
    throw error;
  }
}
