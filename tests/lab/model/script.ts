/** The script that the lab's model plays: what it expects to be asked, and what it answers or how it fails. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import * as z from "zod";

const Call = z.strictObject({ tool: z.string().min(1), input: z.record(z.string(), z.unknown()) });

const Answer = z.strictObject({
  text: z.string().optional(),
  json: z.unknown().optional(),
  calls: z.array(Call).optional(),
  thinking: z.string().optional(),
  stop: z.enum(["refusal", "max_tokens", "pause_turn", "model_context_window_exceeded", "content_filter"]).optional(),
});

/** `status`: an error answer. `cut`: the stream ends in the middle. `event`: an error event inside the stream. `garble`: a tool call whose JSON does not close. `stall`: the stream begins and nothing follows. `pingMs`: nothing but six pings comes first, so far apart. `held`: the reply waits until the test lets it go. */
const Fault = z.union(
  [
    z.strictObject({
      status: z.int().min(400).max(599),
      retryAfter: z.number().nonnegative().optional(),
      code: z.string().optional(),
      message: z.string().default("as scripted"),
    }),
    z.strictObject({ cut: z.literal(true) }),
    z.strictObject({ event: z.string() }),
    z.strictObject({ garble: z.literal(true) }),
    z.strictObject({ stall: z.literal(true) }),
    z.strictObject({ delayMs: z.int().positive() }),
    z.strictObject({ pingMs: z.int().positive() }),
    z.strictObject({ held: z.literal(true) }),
  ],
  {
    error:
      "a fault is one of {status, retryAfter?, code?, message?}, {cut: true}, {event}, {garble: true}, {stall: true}, {delayMs}, {pingMs}, {held: true}",
  },
);

/** Whether a reply follows the fault in the end. */
const isLate = (fault: object): boolean => "delayMs" in fault || "pingMs" in fault || "held" in fault;

const Turn = z
  .strictObject({
    /** Words that the first message of the conversation holds; other turns of the role are passed over by it. */
    of: z.string().min(1).optional(),
    expect: z.array(z.string()).default([]),
    forbid: z.array(z.string()).default([]),
    repeat: z.boolean().default(false),
    reply: Answer.optional(),
    fault: Fault.optional(),
  })
  .refine(({ reply, fault }) => (fault === undefined || isLate(fault)) === (reply !== undefined), {
    error: "a turn has a reply or a fault, not both; a {delayMs}, {pingMs} or {held} has a reply as well",
  });

/** Turns by role; `*` plays for every role without turns of its own. */
export const Script = z.strictObject({
  roles: z.record(
    z.string(),
    z
      .array(Turn)
      .refine((turns) => turns.slice(0, -1).every(({ repeat }) => !repeat), { error: "only the last turn of a role can repeat" }),
  ),
});
export type Script = z.infer<typeof Script>;
/** A script as it is written down: with nothing filled in. */
export type ScriptSource = z.input<typeof Script>;
export type Turn = z.infer<typeof Turn>;
export type Answer = z.infer<typeof Answer>;
export type Fault = z.infer<typeof Fault>;

/** Checks a script. Throws an `Error` that names each place that is wrong. */
export function scriptOf(source: unknown, name: string): Script {
  const script = Script.safeParse(source);
  if (!script.success) throw new Error(`the script ${name} is wrong:\n${z.prettifyError(script.error)}`);
  return script.data;
}

/** Reads a script from a YAML or JSON file (JSON is YAML). Throws an `Error` that names the file. */
export async function readScript(path: string): Promise<Script> {
  const text = await readFile(path, "utf8");
  try {
    return scriptOf(parse(text), path);
  } catch (cause) {
    throw new Error(`cannot use ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
