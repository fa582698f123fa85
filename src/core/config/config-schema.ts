/**
 * The JSON Schema of the configuration, from which editors complete keys: made from the zod schema, with a sentence for
 * each key.
 */
import * as z from "zod";
import { Config } from "./config.ts";
import keys from "./keys.yaml";

/** Where an editor finds the schema of the newest release of version 1. */
const SCHEMA_URL = "https://raw.githubusercontent.com/loopwright/loopwright/v1/.github/docs/loopwright.schema.json";

/**
 * The first line of a configuration, by which editors find its schema
 * (https://github.com/redhat-developer/yaml-language-server).
 */
export const SCHEMA_LINE = `# yaml-language-server: $schema=${SCHEMA_URL}`;

/**
 * What each key is, by its path, such as `limits.iterations`; keys of a list's items and of roles stand below its name.
 */
export const KEY_TEXTS: Readonly<Record<string, string>> = z.record(z.string(), z.string()).parse(keys);

const Node = z.record(z.string(), z.unknown());

/** The schema, as data that JSON carries: draft 7, which editors of YAML know. Pure. */
export function configSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(Config, { io: "input", target: "draft-7" });
  return {
    $id: SCHEMA_URL,
    title: "Configuration of Loopwright (.github/loopwright.yml)",
    ...Node.parse(described(schema, "")),
  };
}

/** The node with a sentence for each key below it; `path` is that of the key that it stands for. */
function described(node: unknown, path: string): unknown {
  if (Array.isArray(node)) return node.map((part) => described(part, path));
  if (typeof node !== "object" || node === null) return node;
  const parts = Object.entries(node).map(([name, part]) => [
    name,
    name === "properties" ? propertiesOf(part, path) : described(part, path),
  ]);
  return Object.fromEntries(parts);
}

function propertiesOf(properties: unknown, path: string): unknown {
  const pairs = Object.entries(Node.parse(properties)).map(([key, schema]) => {
    const below = path === "" ? key : `${path}.${key}`;
    return [key, { description: KEY_TEXTS[below], ...Node.parse(described(schema, below)) }];
  });
  return Object.fromEntries(pairs);
}
