/** What somebody wants of us when something happens to an issue; shared by the bot and the Action. */
import { REDIRECT_CHARACTERS } from "#core/events/data/correction.ts";
import { findCommand } from "./find-command.ts";
import { cutText } from "./known-command.ts";
import type { SlashCommand } from "./parse-slash.ts";

/**
 * What happened to the issue, or to the pull request of its run. `edited`: the comment is not as it was created,
 * whoever changed it (CMD-18 to CMD-20).
 */
export type TriggerEvent =
  | { readonly kind: "label_added"; readonly label: string }
  | { readonly kind: "label_removed"; readonly label: string }
  | { readonly kind: "issue_closed" }
  | { readonly kind: "comment_created"; readonly body: string; readonly edited: boolean }
  /** A review of the pull request that requests changes; `body` may be empty, the words then stand on its lines. */
  | { readonly kind: "review_submitted"; readonly body: string }
  /** The pull request was closed, merged, or pushed to. */
  | { readonly kind: "pull_closed" | "pull_merged" | "pull_pushed" };

/** A happening, who caused it, and what has to be known to understand it. */
export interface IntentInput {
  readonly event: TriggerEvent;
  /** Numeric id and `type` of the account on GitHub: the author of a comment, the sender of everything else. */
  readonly by: { readonly id: number; readonly type: string };
  /** The label that starts a run (configuration `label`). */
  readonly label: string;
  /** Whether commands count without our name before them (configuration `commands.bare`). */
  readonly bare: boolean;
  /** Whether this issue has a run that is not over, so that a bare command can be meant for us. */
  readonly waiting: boolean;
  /** Our own accounts. */
  readonly ours: readonly number[];
}

/** Why nothing follows from an ask. */
export type IgnoreReason =
  | "bot"
  | "edited"
  | "another label"
  | "no run"
  | "not a command"
  | "bare commands are off"
  | "not waiting";

/** What took the ground away. */
export type WithdrawalCause = "label_removed" | "issue_closed" | "pull_closed" | "pull_merged" | "pull_pushed";

export type Intent =
  | { readonly kind: "start" }
  /** The ground was taken from under a run: it ends, as after /stop. */
  | { readonly kind: "withdraw"; readonly cause: WithdrawalCause }
  | SlashCommand
  | { readonly kind: "ignored"; readonly why: IgnoreReason };

/**
 * Says what is wanted; whether the person may have it is asked of core/commands/permission. Whatever a bot does is
 * ignored (AUTH-10, AUTH-17, CMD-23), decided by the account's type and id, never by its name. Total: every ask has
 * exactly one intent.
 */
export function intentOf(ask: IntentInput): Intent {
  const { event, by, ours } = ask;
  if (by.type !== "User" || ours.includes(by.id)) return ignored("bot");
  switch (event.kind) {
    case "label_added":
      return isSameLabel(event.label, ask.label) ? { kind: "start" } : ignored("another label");
    case "label_removed":
      return isSameLabel(event.label, ask.label) ? withdrawal("label_removed", ask) : ignored("another label");
    case "issue_closed":
    case "pull_closed":
    case "pull_merged":
    case "pull_pushed":
      return withdrawal(event.kind, ask);
    case "review_submitted":
      return inReview(event.body, ask);
    case "comment_created":
      return event.edited ? ignored("edited") : commandIn(event.body, ask);
  }
}

/** GitHub holds labels that differ only by case for the same. */
export function isSameLabel(label: string, ours: string): boolean {
  return label.toLowerCase() === ours.toLowerCase();
}

function withdrawal(cause: WithdrawalCause, { waiting }: IntentInput): Intent {
  return waiting ? { kind: "withdraw", cause } : ignored("no run");
}

function commandIn(body: string, { bare, waiting }: IntentInput): Intent {
  const slash = findCommand(body);
  if (slash === null) return ignored("not a command");
  if (slash.named) return slash.command;
  if (!bare) return ignored("bare commands are off");
  return waiting ? slash.command : ignored("not waiting");
}

/** What a review says is wanted otherwise; a command in it is what it is everywhere. */
function inReview(body: string, ask: IntentInput): Intent {
  const command = commandIn(body, ask);
  if (command.kind !== "ignored") return command;
  const text = cutText(body.trim(), REDIRECT_CHARACTERS);
  return { kind: "redirect", text: text === "" ? "See the comments on the lines." : text };
}

function ignored(why: IgnoreReason): Intent {
  return { kind: "ignored", why };
}
