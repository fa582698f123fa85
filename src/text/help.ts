/** The answer to `/help`. */
import { table } from "./table.ts";

/** The commands, who may give them and what they do. `bare`: whether they count without our name before them (configuration `commands.bare`). */
export function helpText({ bare }: { readonly bare: boolean }): string {
  const rows = [
    ["`/loop approve`", "write access", "starts the plan as it is shown; with a digest behind it, that plan and no other"],
    ["`/loop stop`", "write access, or the author of the issue", "ends the run; words behind it are kept as the reason"],
    ["`/loop resume`", "write access", "takes a stopped or failed run up again"],
    ["`/loop forget <id>`", "write access", "takes out what an earlier run left, so that no later plan is shown it"],
    ["`/loop status`", "triage, or the author of the issue", "answers with how the run stands"],
    ["`/loop help`", "triage, or the author of the issue", "shows this"],
  ];
  const short = bare
    ? "While this issue has a run, the same words count without `loop`: `/approve`, `/stop`."
    : "Here only commands that begin with `/loop` count.";
  return `${table(["command", "who", "what"], rows)}\n\nA command is the first line of a new comment; edited comments do not count. ${short}\n`;
}
