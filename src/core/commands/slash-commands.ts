/** The words of the grammar, and what each of them takes (CMD-11, CMD-13, CMD-28; behaviours 6.6). */
import { REDIRECT_CHARACTERS } from "#core/events/data/correction.ts";
import { type PlanNumbers, parsePlanNumbers } from "#core/plan/plan-numbers.ts";

const WORDS = [
  "approve",
  "stop",
  "pause",
  "resume",
  "continue",
  "redirect",
  "unblock",
  "status",
  "history",
  "clean",
  "forget",
  "help",
] as const;
/** The words that are commands, bare (`/stop`) or behind our name (`/loop stop`). */
export type CommandWord = (typeof WORDS)[number];

/** True for a word of ours, in lower case. */
export function isCommandWord(text: string): text is CommandWord {
  return WORDS.some((word) => word === text);
}

/** The word of ours that `nearest` finds by its measure: the least wins, the first of several. */
export function nearestCommandWord(text: string, measure: (a: string, b: string) => number): CommandWord {
  return WORDS.reduce((best, word) => (measure(text, word) < measure(text, best) ? word : best));
}

/** A known word with what must not follow it, or without what must; `problem` is a sentence for the person who wrote it. */
export interface MalformedCommand {
  readonly kind: "malformed";
  readonly word: CommandWord;
  readonly problem: string;
}

/** `/approve`. `digest`: 12 to 64 hexadecimal digits in lower case, null where none was given; `stepwise`: with the word `step`. */
export interface ApproveCommand {
  readonly kind: "approve";
  readonly digest: string | null;
  readonly stepwise: boolean;
}

/** A known word with what it takes. `note`: at most 500 UTF-16 units, may be empty; `text`: at most 2000; `reason`: at most 500. */
export type KnownCommand =
  | ApproveCommand
  /** `/approve max_iterations=6`: approves nothing; the plan is shown again with these numbers (core/plan/plan-numbers). */
  | { readonly kind: "change"; readonly settings: PlanNumbers }
  | { readonly kind: "stop"; readonly note: string }
  | { readonly kind: "redirect"; readonly text: string }
  | { readonly kind: "unblock"; readonly reason: string }
  /** `confirmed`: the id of the run that shall go; null to be shown what would. */
  | { readonly kind: "clean"; readonly confirmed: string | null }
  /** `id` of a memory, as a plan shows it. */
  | { readonly kind: "forget"; readonly id: string }
  | Plain<Exclude<CommandWord, "approve" | "stop" | "redirect" | "unblock" | "clean" | "forget">>;

/** A word that takes nothing. */
type Plain<W extends CommandWord> = W extends CommandWord ? { readonly kind: W } : never;

const NOTE_CHARACTERS = 500;

/** `rest`: what follows the word on its line; `below`: what stands below that line, which counts for words that take a text. */
export function knownCommandOf(word: CommandWord, rest: string, below: string): KnownCommand | MalformedCommand {
  switch (word) {
    case "approve":
      return rest.includes("=") ? changeOf(rest) : approveOf(rest);
    case "stop":
      return { kind: "stop", note: cutText(rest, NOTE_CHARACTERS) };
    case "redirect":
      return withText(word, `${rest}\n${below}`.trim(), (text) => ({ kind: word, text: cutText(text, REDIRECT_CHARACTERS) }));
    case "unblock":
      return withText(word, `${rest}\n${below}`.trim(), (text) => ({ kind: word, reason: cutText(text, NOTE_CHARACTERS) }));
    case "clean":
      return cleanOf(rest);
    case "forget":
      return forgetOf(rest);
    default:
      return rest === ""
        ? ({ kind: word } as KnownCommand) /* a word that takes nothing */
        : malformed(word, `/${word} takes no arguments.`);
  }
}

const WANTED = { redirect: "what should be done otherwise", unblock: "why the work may go on" } as const;

function withText(word: keyof typeof WANTED, text: string, make: (text: string) => KnownCommand): KnownCommand | MalformedCommand {
  return text === "" ? malformed(word, `/${word} needs words behind it: ${WANTED[word]}.`) : make(text);
}

/** What may follow /approve: each argument changes the approval, or is none of that kind (null). One may stand once. */
const ARGUMENTS: readonly ((approval: ApproveCommand, argument: string) => ApproveCommand | null)[] = [
  (approval, argument) =>
    approval.digest === null && /^[0-9a-f]{12,64}$/i.test(argument) ? { ...approval, digest: argument.toLowerCase() } : null,
  (approval, argument) => (!approval.stepwise && argument.toLowerCase() === "step" ? { ...approval, stepwise: true } : null),
];

function approveOf(rest: string): KnownCommand | MalformedCommand {
  let approval: ApproveCommand = { kind: "approve", digest: null, stepwise: false };
  for (const argument of rest.split(/[ \t]+/).filter((one) => one !== "")) {
    const taken = ARGUMENTS.reduce<ApproveCommand | null>((found, take) => found ?? take(approval, argument), null);
    if (taken === null)
      return malformed(
        "approve",
        "What follows /approve must be the plan's digest (12 to 64 hexadecimal digits), the word step, or both, and nothing else.",
      );
    approval = taken;
  }
  return approval;
}

function changeOf(rest: string): KnownCommand | MalformedCommand {
  const said = parsePlanNumbers(rest);
  return said.kind === "settings" ? { kind: "change", settings: said.settings } : malformed("approve", said.problem);
}

function cleanOf(rest: string): KnownCommand | MalformedCommand {
  if (rest === "") return { kind: "clean", confirmed: null };
  const confirmed = /^confirm[ \t]+([a-z0-9][a-z0-9-]{0,99})$/.exec(rest)?.[1];
  return confirmed === undefined
    ? malformed("clean", "What follows /clean must be confirm and the id of the run, as /clean alone shows it.")
    : { kind: "clean", confirmed };
}

function forgetOf(rest: string): KnownCommand | MalformedCommand {
  const id = rest.toLowerCase();
  if (/^m-[0-9a-f]{10}$/.test(id)) return { kind: "forget", id };
  return malformed("forget", "What follows /forget must be the id of a memory, as a plan shows it: m- and ten hexadecimal digits.");
}

function malformed(word: CommandWord, problem: string): MalformedCommand {
  return { kind: "malformed", word, problem };
}

/** Cut by UTF-16 units, which is how the journal counts, and never within a character. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}
