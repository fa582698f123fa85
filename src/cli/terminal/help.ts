/** The text of `loopwright --help`. */
import { ADDRESS_VARIABLES, KEY_VARIABLES } from "#core/config/providers.ts";
export const HELP = `loopwright: turn an issue into verified work on a branch

  loopwright new <issue.md or text> [--yes [--step]] [--alias <name>] [--plan <file>]
      plan the issue; with --yes approve the plan and carry it out; with --plan
      take the plan in the file: it is checked, tried and shown like any other
  loopwright approve [digest] [--step] [--run <name>]
      approve the plan that is shown, and carry it out; with --step pause after
      each iteration; where questions are asked, take their defaults
  loopwright approve max_iterations=6 [--run <name>]
      change numbers of the plan and show it again: nothing is started
      (max_iterations, tokens, dollars, minutes, threshold_a, threshold_b)
  loopwright redirect "<text>" [--run <name>]
      answer questions, have another plan made, or say what a run at work
      should do otherwise
  loopwright status [--run <name>] [--plan]
      how the active run, or another, stands; with --plan its plan as JSON
  loopwright stop [note] [--run <name>]
      stop the active run; its work is kept
  loopwright pause [--run <name>]
      let the active run rest at its next step
  loopwright continue [--run <name>]
      go on with a run that paused
  loopwright resume [name]
      go on with a run that was paused, stopped, failed or lost its worker
  loopwright unblock "<reason>" [--run <name>]
      clear the objection of an audit; a fresh audit comes first
  loopwright list
      all runs here
  loopwright history [name]
      every event of the active run, or of another
  loopwright clean <name>|--all [--yes]
      show what a run that is over left behind; with --yes remove it
  loopwright replay <history.jsonl>
      the run that a history tells of, as its run.json
  loopwright trail <ref>
      whether the journal of a run that was fetched from GitHub was only ever added to
  loopwright memory
      what earlier runs left here for later plans
  loopwright forget <id>
      take one of it out
  loopwright gate --repo <dir> --base <sha> --head <sha> --plan <plan.json> [--json]
      accept or refuse a head against a plan (of status --plan), without any model
  loopwright backtest [--last 50] [--minutes 30] [--json] [--html <file>] [--again]
      what the gate would have said of the bugs that were closed here, and of wrong patches for
      them; without a key, in the sandbox alone; goes on where it was; --again: also what could
      not be decided before; 0 if every true fix is accepted and no wrong patch
  loopwright doctor [--repo] [--json]
      what of a sandbox holds on this machine, and why not; 0 if a run would be sandboxed;
      --repo: how this repository would be set up and tested, and why; nothing is run
  loopwright doctor --live <owner>/<name> [--json]
      what of our assumptions about GitHub holds: tries them on a scratch repository with the
      topic loopwright-scratch and the token in GITHUB_TOKEN, and removes what it made
  loopwright schema
      the JSON Schema of .github/loopwright.yml, from which editors complete its keys
  loopwright agent "<goal>" [--max-turns <n>] [--model <tier or id>] [--dry-run | --json]
      an agent works on the goal without plan or score, on a copy of your worktree; what it
      changed goes back when it is done; --dry-run prints a diff instead, --json its events

new, approve, continue, redirect, resume and unblock also take
  --expect <stop_reason>   the exit code says whether the run stopped for this reason
  --result <file>          write result.json there too
  --events <file>          write there what the agents did, whole: a line of JSON for each event

Environment: ${KEY_VARIABLES.join(" or ")}, as the models of the run need them (by the
same, and by agent); ${ADDRESS_VARIABLES.join(", ")} for other addresses.
Exit codes: 0 done or waiting for you, 1 stopped short, 2 not understood or not possible here.
A run works on the last commit of the repository you stand in, on a branch loop/<name>;
your worktree is not touched.`;
