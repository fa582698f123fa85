/** Provides the four agents that a person can give a goal to, with the changes and additions of a repository. */
import codeEditor from "#agent/bootstrap/code-editor.yaml";
import codeReader from "#agent/bootstrap/code-reader.yaml";
import commandRunner from "#agent/bootstrap/command-runner.yaml";
import root from "#agent/bootstrap/root.yaml";
import { builtInSpec, parseSpec, type Spec } from "./spec.ts";
import { mergeSpecFiles, type SpecFile } from "./spec-files.ts";

/** Root and the three agents that it calls, as they come with the product. Throws on a bug. */
export function builtInAgents(): ReadonlyMap<string, Spec> {
  const specs = [root, codeReader, codeEditor, commandRunner].map(builtInSpec);
  return new Map(specs.map((spec) => [spec.name, spec]));
}

/**
 * The agents, with those of the files in their place and new ones beside them. Throws as `mergeSpecFiles`, and for an
 * agent that names an unknown one: its model would be offered less than its file says.
 */
export function withAgentFiles(
  agents: ReadonlyMap<string, Spec>,
  files: readonly SpecFile[],
): ReadonlyMap<string, Spec> {
  const all = mergeSpecFiles({ built: agents, files, parse: parseSpec, word: "agent" });
  for (const { name, agents: named } of all.values()) {
    const missing = named.filter((one) => !all.has(one));
    if (missing.length === 0) continue;
    throw new Error(
      `the agent ${name} names ${missing.join(", ")}, and there is no such agent; there are: ` +
        `${[...all.keys()].join(", ")}`,
    );
  }
  return all;
}
