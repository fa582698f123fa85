/** What a person sees on the command line while an agent works: one line for each thing that is worth one. */
import { counted } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { oneLine } from "./layout.ts";

/** What happened, as far as a line can hold it; the agent floor's events fit. */
export type AgentLineEvent =
  | { readonly kind: "act_start"; readonly data: { readonly agent: string; readonly goal: string } }
  | { readonly kind: "act_end"; readonly data: { readonly agent: string; readonly success: boolean; readonly turns: number } }
  | { readonly kind: "primitive_start"; readonly data: { readonly tool: string; readonly input: unknown } }
  | { readonly kind: "primitive_end"; readonly data: { readonly tool: string; readonly success: boolean } }
  | { readonly kind: "steering" | "warning" | "error"; readonly data: { readonly text: string } };

/** One line without control characters, two blanks in for each depth. Null for what nobody needs to see: a tool that did its work. */
export function agentLine(seen: AgentLineEvent, depth: number): string | null {
  const text = words(seen);
  return text === null ? null : clip(`${"  ".repeat(depth)}${oneLine(text)}`, 160);
}

function words(seen: AgentLineEvent): string | null {
  switch (seen.kind) {
    case "act_start":
      return `${seen.data.agent}: ${seen.data.goal}`;
    case "act_end":
      return `${seen.data.agent} ${seen.data.success ? "is done" : "did not reach the goal"} after ${counted(seen.data.turns, "turn")}`;
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
