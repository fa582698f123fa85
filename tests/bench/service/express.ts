/** An action of a script becomes a call of a client's own tool: so different clients do exactly the same work. */
import { filled, type Given } from "./filled.ts";
import { type InputSchema, type OfferedTool, schemaOf } from "./request.ts";

/** A step of a script. `path`: as the client takes paths. */
export type Action =
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "edit"; readonly path: string; readonly before: string; readonly after: string }
  | { readonly kind: "exec"; readonly command: string };

/** A call, as the model would make it. */
export interface Call {
  readonly name: string;
  readonly input: Given;
}

/** Names of tools, in small letters without signs. */
const TOOLS = {
  read: ["readfile", "read", "view"],
  edit: ["editfile", "edit", "strreplace"],
  exec: ["exec", "bash", "shell"],
} as const;

/** Names of what a tool is given, in the same form. */
const KEYS = {
  path: ["path", "filepath", "file"],
  command: ["command", "cmd"],
  before: ["oldstring", "oldtext", "oldstr"],
  after: ["newstring", "newtext", "newstr"],
} as const;

/** Where a tool takes several edits at once. */
const EDITS = "edits";

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The client's tool for a kind of action; undefined where it has none. */
export function toolFor(kind: Action["kind"], tools: readonly OfferedTool[]): OfferedTool | undefined {
  return TOOLS[kind].flatMap((name) => tools.find((tool) => plain(tool.name) === name) ?? []).at(0);
}

/** The action as a call of one of the tools. Throws an `Error` that names the tools where none of them can do it. */
export function express(action: Action, tools: readonly OfferedTool[]): Call {
  const tool = toolFor(action.kind, tools);
  const wanted: Partial<Record<keyof typeof KEYS, string>> = action;
  const given = tool === undefined ? null : inputOf(tool.input_schema, wanted);
  if (tool !== undefined && given !== null) return { name: tool.name, input: filled(tool.input_schema, given) };
  throw new Error(`no tool can ${action.kind} as the script wants it: ${tools.map(({ name }) => name).join(", ")}`);
}

type Wanted = Readonly<Partial<Record<keyof typeof KEYS, string>>>;

/** What the tool is given; edits may lie one level deeper. Null where it has no name for a part. */
function inputOf(schema: InputSchema | undefined, wanted: Wanted): Given | null {
  const { before, after, ...others } = wanted;
  const names = Object.keys(schema?.properties ?? {});
  if (before === undefined || !names.includes(EDITS)) return named(names, wanted);
  const each = schemaOf(schemaOf(schema?.properties?.[EDITS])["items"]);
  const edit = named(Object.keys(each.properties ?? {}), { before, ...(after !== undefined && { after }) });
  const rest = named(names, others);
  return edit === null || rest === null ? null : { ...rest, [EDITS]: [filled(each, edit)] };
}

function named(names: readonly string[], wanted: Wanted): Given | null {
  const parts = Object.entries(KEYS).flatMap(([key, known]) => {
    const value = wanted[key as keyof typeof KEYS]; // the keys of a constant
    const own = names.find((name) => known.some((one) => one === plain(name)));
    return value === undefined ? [] : [[own, value] as const];
  });
  return parts.some(([name]) => name === undefined) ? null : Object.fromEntries(parts);
}
