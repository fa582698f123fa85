/** Asks the model for an answer in place of a change: from the files, or by investigating. */
import type { AnswerClaim } from "#core/events/data/answer.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { block, objectiveData, requestData } from "./data.ts";
import { frame } from "./frame.ts";

const READ = [
  "Answer the issue from the files of the repository, and from nothing else. Change nothing.",
  "Give at most twelve claims, the one that answers the issue first. Each has quotes: path, line and the whole " +
    "line's text, exactly as it stands. outputs stays empty.",
];

const FIND_OUT = [
  "Find out whether what the issue says is so, by reading files and running commands. Repair nothing: what you " +
    "change is thrown away.",
  "Give at most twelve claims, the one that answers the issue first. Each has quotes (path, line and the whole " +
    "line's text) or outputs (a command and lines that it printed), exactly as they stand. Every command is run " +
    "again on a fresh copy.",
];

const BOTH = [
  "A quotation whose text stands nowhere in its file or output throws its claim away.",
  "What cannot be told from what you see is itself a claim: say so, and quote where you looked.",
  "Answer with one JSON object: the claims.",
];

/**
 * The prompt for an answer. `lost`: claims of an earlier answer whose quotations were not found. Throws on a bug: no
 * plan.
 */
export function answerPrompt(run: Run, step: "ANSWER" | "INVESTIGATE", lost: readonly AnswerClaim[]): string {
  const plan = planOf(run);
  const again =
    "Some claims of your last answer are below: their quotations are not literally there. Look again, and give the " +
    "whole answer anew.";
  return frame(
    step,
    [...(step === "ANSWER" ? READ : FIND_OUT), ...BOTH, ...(lost.length === 0 ? [] : [again])],
    [
      requestData(plan),
      objectiveData(plan),
      block(
        "claims without proof",
        "answerer",
        lost.map(({ claim, quotes, outputs }) =>
          [
            claim,
            ...quotes.map(({ path, line, text }) => `  ${path}:${line} ${text}`),
            ...outputs.map(({ run: command }) => `  $ ${command}`),
          ].join("\n"),
        ),
      ),
    ],
  );
}
