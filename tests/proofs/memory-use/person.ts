/** The maintainer of the bench: what they do with a plan that waits for them. */
import { readRun } from "#loop/context/read-run.ts";
import type { Journal } from "#ports/journal.ts";
import { consentTo, sayTo } from "../../builders/loop-context.ts";
import type { Knowledge } from "./player.ts";
import type { MemoryStory } from "./stories.ts";

const BY = "grace";

/** Answers the plan that waits. */
export type Person = (journal: Journal) => Promise<void>;

function redirect(journal: Journal, text: string): Promise<void> {
  return sayTo(journal, { kind: "redirect_requested", by: BY, text });
}

function stop(journal: Journal, note: string): Promise<void> {
  return sayTo(journal, { kind: "stop_requested", by: BY, note, maintainer: true });
}

/** Approves whatever is planned. */
export const consenting: Person = consentTo;

/** Says it by that command, and wants the work no more. */
export function dismissing(text: string, how: MemoryStory["how"]): Person {
  return async (journal) => {
    const { corrections } = await readRun(journal);
    if (how === "redirect" && corrections.length === 0) return redirect(journal, text);
    return stop(journal, how === "stop" ? text : "");
  };
}

/** Approves a plan that asks for what is wanted, and says what is wanted where it does not. */
export function wanting(known: readonly Knowledge[]): Person {
  return async (journal) => {
    const { plan } = await readRun(journal);
    const commands = (plan?.rules ?? []).map(({ check }) => ("run" in check ? check.run : ""));
    const lacking = known.find(({ wish }) => !commands.includes(wish.check));
    return lacking === undefined ? consentTo(journal) : redirect(journal, lacking.text);
  };
}
