/** Writes the answer to `/help`. */
import { table } from "#text/format/table.ts";
import { SETTABLE } from "#text/phrases/confirmations.ts";

/**
 * The commands, who may give them and what they do. `bare`: whether they count without `loop` before them
 * (configuration `commands.bare`).
 */
export function helpText({ bare }: { readonly bare: boolean }): string {
  const rows = [
    ["`/loop`", "triage", "begins a run on this issue, as the label does, and sets the label"],
    [
      "`/loop approve`",
      "write access",
      "starts the plan as it is shown; with a digest behind it, that plan and no other; with `step`, the run " +
        "pauses after each iteration. Where questions are asked: takes their defaults",
    ],
    [
      "`/loop approve max_iterations=6`",
      "write access",
      `starts nothing: changes numbers of the plan (${SETTABLE}) within what the configuration allows, and shows ` +
        "it again",
    ],
    [
      "`/loop redirect <text>`",
      "write access",
      "answers questions, has another plan made, from newer comments as well, or says what a run at work, or " +
        "one whose pull request is open, should do otherwise",
    ],
    ["`/loop pause`, `/loop continue`", "write access", "lets the run rest at the next step, and go on from there"],
    [
      "`/loop stop`",
      "write access, or the author of the issue",
      "ends the run; words behind it are kept as the reason",
    ],
    ["`/loop resume`", "write access", "takes a paused, stopped or failed run up again"],
    ["`/loop unblock <reason>`", "write access", "clears the objection of an audit; a fresh audit comes first"],
    ["`/loop forget <id>`", "write access", "takes out what an earlier run left, so that no later plan is shown it"],
    ["`/loop status`", "triage, or the author of the issue", "answers with how the run stands"],
    ["`/loop history`", "triage, or the author of the issue", "answers with every event of the run, folded"],
    ["`/loop clean`", "write access", "shows what a run that is over left behind, and how to have it removed"],
    ["`/loop help`", "triage, or the author of the issue", "shows this"],
  ];
  const short = bare
    ? "While this issue has a run, the same words count without `loop`: `/approve`, `/stop`."
    : "Here only commands that begin with `/loop` count.";
  return (
    `${table(["command", "who", "what"], rows)}\n\nA command is the first line of a new comment; edited comments ` +
    `do not count. ${short}\n`
  );
}
