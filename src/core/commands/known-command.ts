/**
 * Parses a known word and the rest of its line into a command; where the rest is wrong, the problem says what to
 * write.
 */
import { REDIRECT_CHARACTERS } from "#core/events/data/correction.ts";
import { parsePlanNumbers } from "#core/plan/plan-numbers.ts";
import { namesDigest } from "#core/values/digest.ts";
import type { ApproveCommand, CommandWord, KnownCommand, MalformedCommand } from "./slash-commands.ts";

const NOTE_CHARACTERS = 500;

/**
 * `rest`: what follows the word on its line; `below`: what stands below that line, which counts for words that take a
 * text.
 */
export function knownCommandOf(word: CommandWord, rest: string, below: string): KnownCommand | MalformedCommand {
  switch (word) {
    case "approve":
      return rest.includes("=") ? changeOf(rest) : approveOf(rest);
    case "stop":
      return { kind: "stop", note: cutText(rest, NOTE_CHARACTERS) };
    case "redirect":
      return withText(word, `${rest}\n${below}`.trim(), (text) => ({
        kind: word,
        text: cutText(text, REDIRECT_CHARACTERS),
      }));
    case "unblock":
      return withText(word, `${rest}\n${below}`.trim(), (text) => ({
        kind: word,
        reason: cutText(text, NOTE_CHARACTERS),
      }));
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

function withText(
  word: keyof typeof WANTED,
  text: string,
  make: (text: string) => KnownCommand,
): KnownCommand | MalformedCommand {
  return text === "" ? malformed(word, `/${word} needs words behind it: ${WANTED[word]}.`) : make(text);
}

/** What may follow /approve: each argument changes the approval, or is none of that kind (null). One may stand once. */
const ARGUMENTS: readonly ((approval: ApproveCommand, argument: string) => ApproveCommand | null)[] = [
  (approval, argument) =>
    approval.digest === null && namesDigest(argument) ? { ...approval, digest: argument.toLowerCase() } : null,
  (approval, argument) =>
    !approval.stepwise && argument.toLowerCase() === "step" ? { ...approval, stepwise: true } : null,
];

function approveOf(rest: string): KnownCommand | MalformedCommand {
  let approval: ApproveCommand = { kind: "approve", digest: null, stepwise: false };
  for (const argument of rest.split(/[ \t]+/).filter((one) => one !== "")) {
    const taken = ARGUMENTS.reduce<ApproveCommand | null>((found, take) => found ?? take(approval, argument), null);
    if (taken === null)
      return malformed(
        "approve",
        "What follows /approve must be the plan's digest (32 to 64 hexadecimal digits), the word " +
          "step, or both, and nothing else.",
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
  return malformed(
    "forget",
    "What follows /forget must be the id of a memory, as a plan shows it: m- and ten hexadecimal digits.",
  );
}

function malformed(word: CommandWord, problem: string): MalformedCommand {
  return { kind: "malformed", word, problem };
}

/** Cut by UTF-16 units, which is how the journal counts, and never within a character. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}
