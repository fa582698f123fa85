/** Writes the reply to a review: what became of the request, from facts of the run and not from the worker's claims. */
import { filesChangedInRound } from "#core/decide/pending-replies.ts";
import type { ReviewThread } from "#core/events/data/pull-request-comment.ts";
import type { Run } from "#core/run/run.ts";
import { publicationOf } from "#core/run/run-facts.ts";
import { firstFew, shortSha } from "#text/format/format.ts";
import { clip, shortenToLimit } from "#text/format/shorten.ts";
import { fold, page, section } from "#text/format/table.ts";
import { nextWords } from "#text/phrases/next-words.ts";
import { measuredLines } from "#text/phrases/review-words.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { code, inline } from "#text/sanitize/quote.ts";
import { headline } from "#text/sections/summary.ts";
import { type Links, resultParts } from "./result-comment.ts";

/** The most paths that are named. */
const PATHS = 10;

/** Endings for which the first sentence is enough. */
const SHORT_ENDINGS: readonly Run["ending"][] = ["nothing_changed", "taken_over", "user_stop"];

/** The comment for the whole review: its outcome, and how the run ended, folded where all is well. */
export function replyComment(run: Run, links: Links): string {
  const write = (evidence: boolean): string => {
    const parts = resultParts(run, links, evidence);
    const ending = isDone(run) || SHORT_ENDINGS.includes(run.ending) ? [fold("How the run ended", page(parts))] : parts;
    return page([
      headline(run),
      lead(run),
      section("Asked for", measuredLines(run)),
      ...ending,
      `Next: ${nextWords(run)}.`,
    ]);
  };
  return shortenToLimit([() => write(true), () => write(false)]);
}

function lead(run: Run): string {
  if (!isDone(run)) return [notDone(run), claim(run)].join(" ").trim();
  return [`Done in ${head(run)}, which QA verified: it changes ${paths(run)}.`, claim(run)].join(" ").trim();
}

/**
 * The reply to one comment on a line. It states whether the file was changed; its author judges whether that was meant.
 */
export function threadReply(run: Run, { path }: ReviewThread): string {
  if (run.ending === "nothing_changed") return [notDone(run), claim(run)].join(" ").trim();
  if (!isDone(run)) return notDone(run);
  if (filesChangedInRound(run).includes(path))
    return [`Done in ${head(run)}, which changes ${code(path)}.`, claim(run)].join(" ").trim();
  return [`${head(run)} leaves ${code(path)} as it was; it changes ${paths(run)}.`, claim(run)].join(" ").trim();
}

/** The run published again; a run with another goal may end with an answer instead. */
function isDone({ stage, answer }: Run): boolean {
  return stage === "completed" && answer === null;
}

const ANSWERED =
  "Nothing was changed: what was asked then was a question, and its answer stands in the comment to the review.";

function notDone(run: Run): string {
  if (run.answer !== null) return ANSWERED;
  const unchanged = run.ending === "nothing_changed";
  const why = unchanged ? "Nothing was changed" : `Not done, because ${reason(run)}`;
  const shown = publicationOf(run)?.head ?? run.base.commit;
  if (shown !== run.progress.head.commit)
    return `${why}. The branch is at ${head(run)}: nobody verified the commits after ${shortSha(shown)}.`;
  return unchanged ? `${why}: the branch is as QA verified it.` : `${why}. Nothing was added to the branch.`;
}

/** The recorded message tells what a person did to the branch. */
function reason({ ending, gaveUp }: Run): string {
  return ending === "taken_over" && gaveUp !== null
    ? inline(clip(gaveUp.message, 300))
    : REASON_WORDS[ending ?? "worker_lost"];
}

/** Not in a code span: GitHub would not link the SHA. */
function head({ progress }: Run): string {
  return shortSha(progress.head.commit);
}

function paths(run: Run): string {
  const all = filesChangedInRound(run);
  return all.length === 0 ? "no file" : firstFew(all, PATHS, code);
}

/** Quotes the worker's account of its work, marked as such. */
function claim({ progress: { account } }: Run): string {
  return account === "" ? "" : `The worker says of its work: ${inline(clip(account, 500))}`;
}
