/** Defines the tool that changes files by a patch, in the format that OpenAI's models are trained on. */
import * as z from "zod";
import { Refused, type ToolAccess } from "#ports/tool-access.ts";
import { applyHunks } from "./patch-hunks.ts";
import { type FileChange, parsePatch } from "./patch-text.ts";
import { defineTool, type ToolOutcome } from "./tool.ts";
import { OUTPUT_LIMITS } from "./truncate.ts";

const FORMAT = `Changes files by a patch, all of it or nothing:
*** Begin Patch
*** Update File: path
*** Move to: new/path (optional)
@@ a line before the place, such as a function's first (optional)
 context
-old
+new
*** Add File: path
+line
*** Delete File: path
*** End Patch`;

/** A patch that does not fit changes nothing and is a failed result that quotes what was not found. */
export const applyPatch = defineTool({
  name: "apply_patch",
  effect: "writes",
  description: FORMAT,
  input: z.strictObject({ patch: z.string().min(1).max(1_000_000) }),
  limit: OUTPUT_LIMITS.apply_patch,
  target: ({ patch }) => {
    const read = parsePatch(patch);
    return read.kind === "bad" ? "a patch that cannot be read" : read.changes.map(({ path }) => path).join(", ");
  },
  run: async ({ patch }, { toolAccess }) => {
    const read = parsePatch(patch);
    if (read.kind === "bad") return failed(read.why);
    const steps: Step[] = [];
    for (const change of read.changes) {
      const planned = await stepsOf(change, toolAccess);
      if (typeof planned === "string") return failed(`${change.path}: ${planned}`);
      steps.push(...planned);
    }
    await carryOut(steps, toolAccess);
    return { text: read.changes.map(changeLine).join("\n"), failed: false };
  },
});

/** The change of one file. `before`: its content; null = none. `like`: the file whose executable bit it takes. */
interface Step {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly like?: string;
}

function failed(why: string): ToolOutcome {
  return { text: `nothing was changed. ${why}`, failed: true };
}

function changeLine(change: FileChange): string {
  switch (change.kind) {
    case "add":
      return `added ${change.path}`;
    case "delete":
      return `deleted ${change.path}`;
    case "update":
      return change.to === null ? `updated ${change.path}` : `moved ${change.path} to ${change.to}`;
  }
}

/**
 * Plans a change before anything is written; or says why it cannot be made. Throws `Refused` for a file that cannot be
 * read.
 */
async function stepsOf(change: FileChange, toolAccess: ToolAccess): Promise<readonly Step[] | string> {
  const { path } = change;
  if (change.kind === "add") {
    if (await isThere(path, toolAccess)) return "it is there already; use *** Update File";
    return [{ path, before: null, after: change.content }];
  }
  const before = await toolAccess.read(path);
  if (change.kind === "delete") return [{ path, before, after: null }];
  const result = applyHunks(before, change.hunks);
  if (result.kind === "misfit") return result.why;
  if (change.to === null) return [{ path, before, after: result.text }];
  if (await isThere(change.to, toolAccess)) return `${change.to} is there already`;
  return [
    { path: change.to, before: null, after: result.text, like: path },
    { path, before, after: null },
  ];
}

async function isThere(path: string, toolAccess: ToolAccess): Promise<boolean> {
  try {
    await toolAccess.read(path);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** Makes all changes or none: undoes the earlier ones when the tool access refuses one. Deletions come last. */
async function carryOut(steps: readonly Step[], toolAccess: ToolAccess): Promise<void> {
  const ordered = [...steps.filter(({ after }) => after !== null), ...steps.filter(({ after }) => after === null)];
  const done: Step[] = [];
  try {
    for (const step of ordered) {
      await put(step, step.after, toolAccess);
      done.push(step);
    }
  } catch (error) {
    for (const step of done.toReversed()) await put(step, step.before, toolAccess);
    if (error instanceof Refused) throw new Refused(`nothing was changed. ${error.message}`, { cause: error });
    throw error;
  }
}

function put({ path, like }: Step, content: string | null, toolAccess: ToolAccess): Promise<void> {
  return content === null ? toolAccess.remove(path) : toolAccess.write(path, content, like);
}
