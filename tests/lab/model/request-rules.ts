/** The rules that tie one part of a request to another, as the real service enforces them. Each problem is a sentence. */
import { blocksInOrder, blocksOf, type WireBlock, type WireMessage, type WireRequest } from "./request-schema.ts";
import { type Thought, thoughtProblems } from "./thoughts.ts";

/** What breaks a rule, in reading order; empty = a good request. `thoughts`: those given out so far, by their signatures. */
export function problemsOf(request: WireRequest, thoughts: ReadonlyMap<string, Thought>): readonly string[] {
  return [
    ...pairing(request.messages),
    ...breakpoints(request),
    ...ending(request.messages),
    ...thoughtProblems(request, thoughts),
    ...format(request.output_config?.format?.schema),
    ...effort(request),
    ...grammar([request.output_config?.format?.schema, ...strictTools(request)]),
  ];
}

function pairing(messages: readonly WireMessage[]): readonly string[] {
  const seen = new Set<string>();
  return messages.flatMap((message, index) => {
    const asked = index === 0 ? [] : idsOf(messages[index - 1], "tool_use");
    const blocks = blocksOf(message);
    const answered = idsOf(message, "tool_result");
    const twice = idsOf(message, "tool_use").filter((id) => seen.has(id) || !seen.add(id));
    const other = blocks.findIndex(({ type }) => type !== "tool_result");
    const late = other !== -1 && other < blocks.findLastIndex(({ type }) => type === "tool_result");
    return [
      ...asked
        .filter((id) => !answered.includes(id))
        .map((id) => `messages.${index}: tool_use ${id} has no tool_result in the next message`),
      ...answered
        .filter((id) => !asked.includes(id))
        .map((id) => `messages.${index}: tool_result ${id} answers no tool_use of the message before`),
      ...twice.map((id) => `messages.${index}: tool_use ${id} was used before`),
      ...(late ? [`messages.${index}: tool_result blocks must come first`] : []),
    ];
  });
}

function idsOf(message: WireMessage | undefined, type: "tool_use" | "tool_result"): readonly string[] {
  if (message === undefined) return [];
  return blocksOf(message).flatMap((block) => (block.type === type ? [idOf(block)] : []));
}

function idOf(block: WireBlock): string {
  if (block.type === "tool_use") return block.id;
  return block.type === "tool_result" ? block.tool_use_id : "";
}

function breakpoints(request: WireRequest): readonly string[] {
  const count = blocksInOrder(request).filter((block) => block.cache_control !== undefined).length;
  return count > 4 ? [`a maximum of 4 blocks with cache_control may be provided, found ${count}`] : [];
}

function ending(messages: readonly WireMessage[]): readonly string[] {
  return [
    ...(messages[0]?.role === "user" ? [] : ["messages.0: the first message must be the user's"]),
    ...(messages.at(-1)?.role === "user" ? [] : ["the last message must be the user's: this model does not support prefill"]),
  ];
}

/** The documented limits of all strict schemas of a request together. https://platform.claude.com/docs/en/build-with-claude/structured-outputs */
const MOST_UNIONS = 16;
const MOST_OPTIONAL = 24;

/** Bytes beyond which the service refused a schema that keeps these limits: it documents none (7,354 were refused). */
const MOST_BYTES = 7000;

/** Models that answer an effort with 400. https://platform.claude.com/docs/en/build-with-claude/effort */
const WITHOUT_EFFORT = /^claude-(?:haiku-4|sonnet-4-5|3)/;

function effort({ model, output_config: output }: WireRequest): readonly string[] {
  return output?.effort !== undefined && WITHOUT_EFFORT.test(model) ? ["This model does not support the effort parameter."] : [];
}

function strictTools({ tools }: WireRequest): readonly unknown[] {
  return (tools ?? []).filter(({ strict }) => strict === true).map(({ input_schema: schema }) => schema);
}

function grammar(given: readonly unknown[]): readonly string[] {
  const objects = given.flatMap(schemasIn);
  const unions = objects.filter((one) => Array.isArray(one["anyOf"]) || Array.isArray(one["type"])).length;
  const optional = objects.reduce((sum, one) => sum + optionalIn(one), 0);
  const bytes = given.reduce<number>((sum, one) => sum + (one === undefined ? 0 : Buffer.byteLength(JSON.stringify(one))), 0);
  return [
    ...(unions > MOST_UNIONS
      ? [`output_config.format.schema: too many parameters with union types (${unions}, the limit is ${MOST_UNIONS})`]
      : []),
    ...(optional > MOST_OPTIONAL
      ? [`output_config.format.schema: too many optional parameters (${optional}, the limit is ${MOST_OPTIONAL})`]
      : []),
    ...(bytes > MOST_BYTES
      ? [
          "The compiled grammar is too large, which would cause performance issues. Simplify your tool schemas or reduce the number of strict tools.",
        ]
      : []),
  ];
}

type Schema = Readonly<Record<string, unknown>>;

/** A schema and all schemas within it. */
function schemasIn(value: unknown): readonly Schema[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (typeof value !== "object" || value === null) return [];
  return [{ ...value }, ...Object.values(value).flatMap(schemasIn)];
}

function optionalIn({ type, properties, required }: Schema): number {
  if (type !== "object" || typeof properties !== "object" || properties === null) return 0;
  return Object.keys(properties).filter((name) => !(Array.isArray(required) && required.includes(name))).length;
}

/** Keywords that a schema of an answer may not have (SDK 1.11, lib/transform-json-schema). */
const UNSUPPORTED = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "maxItems",
  "pattern",
  "oneOf",
];

function format(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(format);
  if (typeof schema !== "object" || schema === null) return [];
  const entries = Object.entries(schema);
  const open = Reflect.get(schema, "type") === "object" && Reflect.get(schema, "additionalProperties") !== false;
  return [
    ...(open ? ["output_config.format.schema: an object needs additionalProperties: false"] : []),
    ...entries
      .filter(([key, value]) => UNSUPPORTED.includes(key) && typeof value !== "object")
      .map(([key]) => `output_config.format.schema: ${key} is not supported`),
    ...entries.flatMap(([, value]) => format(value)),
  ];
}
