import { expect, it } from "vitest";
import { type AgentLineEvent, agentLine } from "#text/terminal/agent-line.ts";

it.each<{ readonly seen: AgentLineEvent; readonly depth: number; readonly line: string | null }>([
  { seen: { kind: "act_start", data: { agent: "code-reader", goal: "find\n it" } }, depth: 0, line: "code-reader: find it" },
  {
    seen: { kind: "act_end", data: { agent: "code-reader", success: true, turns: 1 } },
    depth: 0,
    line: "code-reader is done after 1 turn",
  },
  {
    seen: { kind: "act_end", data: { agent: "code-reader", success: false, turns: 20 } },
    depth: 0,
    line: "code-reader did not reach the goal after 20 turns",
  },
  { seen: { kind: "primitive_start", data: { tool: "grep", input: { pattern: "a" } } }, depth: 1, line: '  grep {"pattern":"a"}' },
  { seen: { kind: "primitive_end", data: { tool: "grep", success: true } }, depth: 1, line: null },
  { seen: { kind: "primitive_end", data: { tool: "exec", success: false } }, depth: 2, line: "    exec failed" },
  { seen: { kind: "warning", data: { text: "\u001b[31mred" } }, depth: 0, line: "warning: red" },
  { seen: { kind: "error", data: { text: "x".repeat(300) } }, depth: 0, line: `error: ${"x".repeat(152)}…` },
])("says $line for $seen.kind at depth $depth [S3.33]", ({ seen, depth, line }) => {
  expect(agentLine(seen, depth)).toBe(line);
});
