/** The last word on a pull request, to whoever reviewed it: what came of what they asked for, from what was seen and not from what was claimed. */
import { filesChangedInRound } from "#core/decide/pending-replies.ts";
import type { ReviewThread } from "#core/events/data/pull-request-comment.ts";
import { publicationOf, type Run } from "#core/run/run.ts";
import { shortSha } from "#text/format/format.ts";
import { clip, shortenToLimit } from "#text/format/shorten.ts";
import { fold, page } from "#text/format/table.ts";
import { nextWords } from "#text/phrases/next-words.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { code, inline } from "#text/sanitize/quote.ts";
import { headline } from "#text/sections/summary.ts";
import { type Links, resultParts } from "./result-comment.ts";

/** So many paths are named. */
const PATHS = 10;

/** Ends of which the first sentence says all. */
const SAID: readonly Run["ending"][] = ["nothing_changed", "taken_over", "user_stop"];

/** The comment for the whole review: what came of it, and how the run ended, folded where all is well. */
export function replyComment(run: Run, links: Links): string {
  const write = (evidence: boolean): string => {
    const parts = resultParts(run, links, evidence);
    const told = isDone(run) || SAID.includes(run.ending) ? [fold("How the run ended", page(parts))] : parts;
    return page([headline(run), lead(run), ...told, `Next: ${nextWords(run)}.`]);
  };
  return shortenToLimit([() => write(true), () => write(false)]);
}

function lead(run: Run): string {
  if (!isDone(run)) return [notDone(run), claim(run)].join(" ").trim();
  return [`Done in ${head(run)}, which QA verified: it changes ${paths(run)}.`, claim(run)].join(" ").trim();
}

/** The answer to one comment on a line. That its file was changed is a fact; whether it is what was meant, its author sees. */
export function threadReply(run: Run, { path }: ReviewThread): string {
  if (run.ending === "nothing_changed") return [notDone(run), claim(run)].join(" ").trim();
  if (!isDone(run)) return notDone(run);
  if (filesChangedInRound(run).includes(path)) return [`Done in ${head(run)}, which changes ${code(path)}.`, claim(run)].join(" ").trim();
  return [`${head(run)} leaves ${code(path)} as it was; it changes ${paths(run)}.`, claim(run)].join(" ").trim();
}

/** The work was shown anew: a run that was given another goal may end with an answer instead. */
function isDone({ stage, answer }: Run): boolean {
  return stage === "completed" && answer === null;
}

function notDone(run: Run): string {
  if (run.answer !== null)
    return "Nothing was changed: what was asked then was a question, and its answer stands in the comment to the review.";
  const unchanged = run.ending === "nothing_changed";
  const why = unchanged ? "Nothing was changed" : `Not done, because ${reason(run)}`;
  const shown = publicationOf(run)?.head ?? run.base.commit;
  if (shown !== run.progress.head.commit)
    return `${why}. The branch is at ${head(run)}: nobody verified the commits after ${shortSha(shown)}.`;
  return unchanged ? `${why}: the branch is as QA verified it.` : `${why}. Nothing was added to the branch.`;
}

/** What a person did is told as it was seen. */
function reason({ ending, gaveUp }: Run): string {
  return ending === "taken_over" && gaveUp !== null ? inline(clip(gaveUp.message, 300)) : REASON_WORDS[ending ?? "worker_lost"];
}

/** GitHub makes a link of it, which it does not within a code span. */
function head({ progress }: Run): string {
  return shortSha(progress.head.commit);
}

function paths(run: Run): string {
  const all = filesChangedInRound(run);
  const more = all.length > PATHS ? ` and ${all.length - PATHS} more` : "";
  return all.length === 0 ? "no file" : `${all.slice(0, PATHS).map(code).join(", ")}${more}`;
}

/** What the worker says, marked as its word. */
function claim({ progress: { account } }: Run): string {
  return account === "" ? "" : `The worker says of its work: ${inline(clip(account, 500))}`;
}
