/** Decides what an event on an issue asks of the bot; shared by the bot and the Action. */
import type { ParsedSlash, SlashCommand } from "./parse-slash.ts";
import type { TriggerEvent } from "./trigger-event.ts";

/** An event, the account that caused it, and the facts that are needed to understand it. */
export interface IntentInput {
  readonly event: TriggerEvent;
  /** Numeric id and `type` of the account on GitHub: the author of a comment, the sender of everything else. */
  readonly by: { readonly id: number; readonly type: string };
  /** The label that starts a run (configuration `label`). */
  readonly label: string;
  /** The login of our App's own account; null where it is not known, or where there is no App. */
  readonly appLogin: string | null;
  /** Whether commands count without the bot's name before them (configuration `commands.bare`). */
  readonly bare: boolean;
  /** Whether this issue has a run that is not over, so that a bare command can be meant for the bot. */
  readonly waiting: boolean;
  /** The bot's own accounts. */
  readonly ours: readonly number[];
}

/** Why nothing follows from an event. */
export type IgnoreReason =
  | "bot"
  | "edited"
  | "another label"
  | "another assignee"
  | "no run"
  | "not a command"
  | "bare commands are off"
  | "not waiting";

/** What took the trigger of the run away. */
export type WithdrawalCause = "label_removed" | "issue_closed" | "pull_closed" | "pull_merged" | "pull_pushed";

export type Intent =
  /** The trigger of a run is gone: the run ends, as after /stop. */
  | { readonly kind: "withdraw"; readonly cause: WithdrawalCause }
  | SlashCommand
  /** A comment that is no command: the plan that waits may be older than it. */
  | { readonly kind: "remark" }
  | { readonly kind: "ignored"; readonly why: IgnoreReason };

/**
 * Decides what is asked for; core/commands/permission decides whether the person may. What a bot does is ignored, by
 * the account's type and id, never by its name. Total: every event has exactly one intent.
 */
export function intentOf(ask: IntentInput): Intent {
  const { event, by, ours } = ask;
  if (by.type !== "User" || ours.includes(by.id)) return ignored("bot");
  switch (event.kind) {
    case "label_added":
      return startIf(isSameLabel(event.label, ask.label), "another label");
    case "assigned":
      return startIf(isSameLogin(event.login, ask.appLogin), "another assignee");
    case "label_removed":
      return isSameLabel(event.label, ask.label) ? withdrawal("label_removed", ask) : ignored("another label");
    case "issue_closed":
    case "pull_closed":
    case "pull_merged":
    case "pull_pushed":
      return withdrawal(event.kind, ask);
    case "review_submitted":
      return inReview(event.slash, event.text, ask);
    case "remark_created":
      return remarkIn(ask);
    case "comment_created":
      return event.edited ? ignored("edited") : commandIn(event.slash, ask);
  }
}

/** GitHub treats labels that differ only by case as the same. */
export function isSameLabel(label: string, ours: string): boolean {
  return label.toLowerCase() === ours.toLowerCase();
}

/** The same holds for logins. */
export function isSameLogin(login: string, ours: string | null): boolean {
  return login.toLowerCase() === ours?.toLowerCase();
}

function startIf(isMeant: boolean, otherwise: IgnoreReason): Intent {
  return isMeant ? { kind: "start" } : ignored(otherwise);
}

function withdrawal(cause: WithdrawalCause, { waiting }: IntentInput): Intent {
  return waiting ? { kind: "withdraw", cause } : ignored("no run");
}

function remarkIn({ waiting }: IntentInput): Intent {
  return waiting ? { kind: "remark" } : ignored("not waiting");
}

function commandIn(slash: ParsedSlash | null, { bare, waiting }: IntentInput): Intent {
  if (slash === null) return ignored("not a command");
  if (slash.named) return slash.command;
  if (!bare) return ignored("bare commands are off");
  return waiting ? slash.command : ignored("not waiting");
}

/** The changes that a review asks for; a command in it works as everywhere. */
function inReview(slash: ParsedSlash | null, text: string, ask: IntentInput): Intent {
  const command = commandIn(slash, ask);
  return command.kind === "ignored" ? { kind: "redirect", text } : command;
}

function ignored(why: IgnoreReason): Intent {
  return { kind: "ignored", why };
}
