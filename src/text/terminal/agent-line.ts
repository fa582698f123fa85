/** Writes what the command line shows while an agent works: one line for each event worth showing. */
import { counted } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { oneLine } from "./layout.ts";

/** The part of an event that a line can hold; the events of src/agent fit. */
export type AgentLineEvent =
  | { readonly kind: "act_start"; readonly data: { readonly agent: string; readonly goal: string } }
  | {
      readonly kind: "act_end";
      readonly data: { readonly agent: string; readonly success: boolean; readonly turns: number };
    }
  | { readonly kind: "primitive_start"; readonly data: { readonly tool: string; readonly input: unknown } }
  | { readonly kind: "primitive_end"; readonly data: { readonly tool: string; readonly success: boolean } }
  | { readonly kind: "steering" | "warning" | "error"; readonly data: { readonly text: string } };

/**
 * One line without control characters, indented by two blanks for each depth. Null for events that print nothing, such
 * as a tool that succeeded.
 */
export function agentLine(seen: AgentLineEvent, depth: number): string | null {
  const text = words(seen);
  return text === null ? null : clip(`${"  ".repeat(depth)}${oneLine(text)}`, 160);
}

function words(seen: AgentLineEvent): string | null {
  switch (seen.kind) {
    case "act_start":
      return `${seen.data.agent}: ${seen.data.goal}`;
    case "act_end":
      return (
        `${seen.data.agent} ${seen.data.success ? "is done" : "did not reach the goal"} after ` +
        `${counted(seen.data.turns, "turn")}`
      );
    case "primitive_start":
      return `${seen.data.tool} ${JSON.stringify(seen.data.input)}`;
    case "primitive_end":
      return seen.data.success ? null : `${seen.data.tool} failed`;
    case "steering":
    case "warning":
    case "error":
      return `${seen.kind}: ${seen.data.text}`;
  }
}
