/** Runs the layer checker over a folder and reads what it says. */
import * as z from "zod";
import { tool } from "./tools.ts";

const Answer = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
    ruleSetUsed: z.object({ forbidden: z.array(z.object({ name: z.string() })) }),
  }),
});

interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

export interface Layers {
  /** Every module that was read. */
  readonly sources: readonly string[];
  /** The names of all rules in the configuration. */
  readonly rules: readonly string[];
  readonly violations: readonly Violation[];
}

/** Cruises `folders` of `root`. Throws when the checker gives no answer. */
export async function cruise(root: string, folders: readonly string[]): Promise<Layers> {
  const args = ["--config", ".dependency-cruiser.mjs", "--output-type", "json", ...folders];
  const { stdout, stderr } = await tool("depcruise", args, { folder: root });
  if (stdout === "") throw new Error(`dependency-cruiser gave no answer: ${stderr}`);
  const { modules, summary } = Answer.parse(JSON.parse(stdout));
  return {
    sources: modules.map(({ source }) => source),
    rules: summary.ruleSetUsed.forbidden.map(({ name }) => name),
    violations: summary.violations.map(({ from, to, rule }) => ({ rule: rule.name, from, to })),
  };
}
