/** The four agents that a goal can be given to: root and those that it calls, and how a repository changes or adds some (S3.12 to S3.15). */
import codeEditor from "#agent/bootstrap/code-editor.yaml";
import codeReader from "#agent/bootstrap/code-reader.yaml";
import commandRunner from "#agent/bootstrap/command-runner.yaml";
import root from "#agent/bootstrap/root.yaml";
import { builtInSpec, parseSpec, type Spec } from "./spec.ts";
import { mergeSpecFiles, type SpecFile } from "./spec-files.ts";

/** Root and the three that it calls, as they come with the product. Throws on a bug. */
export function builtInAgents(): ReadonlyMap<string, Spec> {
  const specs = [root, codeReader, codeEditor, commandRunner].map(builtInSpec);
  return new Map(specs.map((spec) => [spec.name, spec]));
}

/**
 * The agents with those of the files in their place, and new ones beside them. Throws as `merged`, and for an agent that names one
 * which is not there: a model would be offered less than its file says (M3.02).
 */
export function withAgentFiles(agents: ReadonlyMap<string, Spec>, files: readonly SpecFile[]): ReadonlyMap<string, Spec> {
  const all = mergeSpecFiles({ built: agents, files, parse: parseSpec, word: "agent" });
  for (const { name, agents: named } of all.values()) {
    const missing = named.filter((one) => !all.has(one));
    if (missing.length === 0) continue;
    throw new Error(`the agent ${name} names ${missing.join(", ")}, and there is no such agent; there are: ${[...all.keys()].join(", ")}`);
  }
  return all;
}
