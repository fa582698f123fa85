/** What `loopwright --help` says. */
export const HELP = `loopwright: turn an issue into verified work on a branch

  loopwright new <issue.md or text> [--yes] [--alias <name>]
      plan the issue; with --yes approve the plan and carry it out
  loopwright approve [digest] [--run <name>]
      approve the plan that is shown, and carry it out
  loopwright status [--run <name>] [--plan]
      how the active run, or another, stands; with --plan its plan as JSON
  loopwright stop [note] [--run <name>]
      stop the active run; its work is kept
  loopwright resume [name]
      go on with a run that was stopped, failed or lost its worker
  loopwright replay <history.jsonl>
      the run that a history tells of, as its run.json
  loopwright memory
      what earlier runs left here for later plans
  loopwright forget <id>
      take one of it out
  loopwright gate --repo <dir> --base <sha> --head <sha> --plan <plan.json> [--json]
      accept or refuse a head against a plan (of status --plan), without any model

new, approve and resume also take
  --expect <stop_reason>   the exit code says whether the run stopped for this reason
  --result <file>          write result.json there too

Environment: ANTHROPIC_API_KEY (needed by new, approve, resume), ANTHROPIC_BASE_URL.
Exit codes: 0 done or waiting for you, 1 stopped short, 2 not understood or not possible here.
A run works on the last commit of the repository you stand in, on a branch loop/<name>;
your worktree is not touched.`;
