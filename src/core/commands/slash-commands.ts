/** The commands of the grammar, by their words, and the known word nearest to an unknown one. */
import type { PlanNumbers } from "#core/plan/plan-numbers.ts";

/** The words that are commands, bare (`/stop`) or behind our name (`/loop stop`). */
export const COMMAND_WORDS = [
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
export type CommandWord = (typeof COMMAND_WORDS)[number];

/** True for a known word, in lower case. */
export function isCommandWord(text: string): text is CommandWord {
  return COMMAND_WORDS.some((word) => word === text);
}

/** The known word that `nearest` finds by its measure: the least wins, the first of several. */
export function nearestCommandWord(text: string, measure: (a: string, b: string) => number): CommandWord {
  return COMMAND_WORDS.reduce((best, word) => (measure(text, word) < measure(text, best) ? word : best));
}

/**
 * A known word with what must not follow it, or without what must; `problem` is a sentence for the person who wrote it.
 */
export interface MalformedCommand {
  readonly kind: "malformed";
  readonly word: CommandWord;
  readonly problem: string;
}

/**
 * `/approve`. `digest`: 32 to 64 hexadecimal digits in lower case, null where none was given; `stepwise`: with the word
 * `step`.
 */
export interface ApproveCommand {
  readonly kind: "approve";
  readonly digest: string | null;
  readonly stepwise: boolean;
}

/**
 * A known word with what it takes. `note`: at most 500 UTF-16 units, may be empty; `text`: at most 2000; `reason`: at
 * most 500.
 */
export type KnownCommand =
  | ApproveCommand
  /** `/approve max_iterations=6`: approves nothing; the bot shows the plan again with these numbers. */
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
