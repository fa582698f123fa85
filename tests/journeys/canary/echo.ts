/** A model that says secrets in whatever it writes, each time in another way: as if it had found them and were told to pass them on. */
import type { Turn } from "../../lab/model/script.ts";
import { WAYS } from "./ways.ts";

/** Fields of answers that hold prose alone: nothing follows from their letters. */
const PROSE = new Set(
  "summary details why reason problem suggestion fix effect correction rootCause proposedChange intent background findings notes nextSteps risks".split(
    " ",
  ),
);
/** Roles whose commands nobody quotes. */
const WORKERS = ["worker", "refiner"];

/** Speaks the secrets that are there for the role at that moment; an answer without prose, and a fault, stay as they are. */
export function echoing(secrets: (role: string) => readonly string[]): (turn: Turn, role: string) => Turn {
  const ways = Object.values(WAYS);
  let said = 0;
  const wordOf = (role: string): string => {
    const known = secrets(role);
    const secret = known[said % Math.max(1, known.length)] ?? "";
    said += 1;
    return (ways[said % ways.length] ?? WAYS.plain)(secret);
  };
  return (turn, role) => {
    const { reply } = turn;
    if (reply === undefined) return turn;
    const word = (): string => wordOf(role);
    const { text, json, calls } = reply;
    const echoed = {
      ...reply,
      ...(text === undefined ? {} : { text: `${text} ${word()}` }),
      ...(json === undefined ? {} : { json: inProse(json, word) }),
      ...(calls === undefined || !WORKERS.includes(role) ? {} : { calls: calls.map((call) => inCommand(call, word)) }),
    };
    return { ...turn, reply: echoed };
  };
}

type Call = NonNullable<NonNullable<Turn["reply"]>["calls"]>[number];

/** As a comment: the shell takes no notice of it, and whoever shows the command shows it. */
function inCommand(call: Call, word: () => string): Call {
  const { command } = call.input;
  return call.tool === "exec" && typeof command === "string"
    ? { ...call, input: { ...call.input, command: `${command}\n# ${word()}` } }
    : call;
}

/** The same data, and a word stands in each of its texts that people read. */
export function inProse(value: unknown, word: () => string): unknown {
  if (Array.isArray(value)) return value.map((one) => inProse(one, word));
  if (typeof value !== "object" || value === null) return value;
  const echo = (inner: unknown): unknown => {
    if (typeof inner === "string") return inner === "" ? "" : `${inner} ${word()}`;
    return Array.isArray(inner) ? inner.map(echo) : inProse(inner, word);
  };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, PROSE.has(name) ? echo(inner) : inProse(inner, word)]));
}
