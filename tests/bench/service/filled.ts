/** What a tool demands beside its work is filled in, so that a call is a lawful one. */
import { type InputSchema, schemaOf } from "./request.ts";

/** What a tool is given, by its own names. */
export type Given = Readonly<Record<string, unknown>>;

/** The input with a value for whatever else the schema requires. */
export function filled(schema: InputSchema | undefined, given: Given): Given {
  const { required = [], properties = {} } = schema ?? {};
  const missing = required.filter((name) => !Object.hasOwn(given, name));
  return { ...given, ...Object.fromEntries(missing.map((name) => [name, valueFor(name, schemaOf(properties[name]))])) };
}

/** Numbers that bound the work are so large that they do not; everything else is the first that the schema allows. */
function valueFor(name: string, part: InputSchema): unknown {
  const said = ["default", "const"].find((word) => Object.hasOwn(part, word));
  if (said !== undefined) return part[said];
  if (Array.isArray(part["enum"])) return part["enum"][0];
  switch ([part.type].flat()[0]) {
    case "boolean":
      return false;
    case "integer":
    case "number":
      return boundOf(name);
    case "array":
      return [];
    case "object":
      return filled(part, {});
    default:
      return "bench";
  }
}

/** Lines for a limit, milliseconds or seconds for a time; 1 for any other number. */
function boundOf(name: string): number {
  if (/timeout/i.test(name)) return 120_000;
  return /limit|lines/i.test(name) ? 2_000 : 1;
}
