/** `loopwright new`: makes a plan of an issue; with --yes it is approved and carried out at once. */
import { iso, systemClock } from "#adapters/system-clock.ts";
import { configAtHead } from "#cli/here/settings-now.ts";
import { approveLocally } from "#cli/local/approve-locally.ts";
import { driveLocally, driveOptionsOf, reportEnd } from "#cli/local/drive-locally.ts";
import { type Home, homeOf } from "#cli/local/home.ts";
import { localContextOf } from "#cli/local/local-context.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import { readIssue, withPlanFile } from "#cli/terminal/issue-file.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { Event } from "#core/events/event.ts";
import { aliasOf, type Issue, runIdOf } from "#core/plan/issue.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { oneLine } from "#text/terminal/layout.ts";

/** Begins a run. Refuses, with nothing changed, when the worktree is dirty, a run is active, or the branch exists. */
export async function newRun(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.has("step") && !args.has("yes"))
    throw new Misuse("--step goes with --yes; else say it when you approve: loopwright approve --step");
  const wishes = await driveOptionsOf(args, terminal);
  const home = await homeOf(terminal);
  const started = await begin(args, terminal, home);
  const context = await localContextOf(terminal, home, started, wishes);
  try {
    if ((await home.journalOf(started.alias).append([started], 0)) === "conflict") {
      throw new Misuse(`another process began a run named ${started.alias} at this moment; try again`);
    }
    context.log.info(`Run ${started.runId}: ${oneLine(started.issue.title)}`);
    context.log.info(`It lies in ${home.folderOf(started.alias)}`);
    let run = await driveLocally(home, started.alias, context);
    if (args.has("yes") && run.stage === "awaiting_approval" && run.request?.reason === null) {
      await approveLocally(terminal, home, run, { digest: null, stepwise: args.has("step") });
      run = await driveLocally(home, started.alias, context);
    }
    return await reportEnd(terminal, home, run, wishes);
  } finally {
    await context.workspace.dispose();
  }
}

async function begin(
  args: Arguments,
  { folder, env }: Terminal,
  home: Home,
): Promise<Extract<Event, { kind: "run_started" }>> {
  const { commit, tree, branch, dirty, user } = home.repository;
  if (dirty.length > 0)
    throw new Misuse(
      `the worktree has changes that are not committed: ${dirty.join(", ")}. ` +
        `Commit or stash them: a run works on what is committed`,
    );
  const read = await readIssue(args.words, folder, user || "you");
  const plan = args.value("plan");
  const issue = plan === undefined ? read : await withPlanFile(read, plan, folder);
  const alias = await freeAlias(home, issue, args.value("alias"));
  const config = await configAtHead(home.repository, env);
  const at = systemClock.now();
  return {
    kind: "run_started",
    at,
    runId: runIdOf(alias, iso(at)),
    alias,
    issue,
    base: { commit, tree, branch },
    config,
    rehearses: true,
  };
}

/** Gives the requested name, or the first one made from the title that no run and no branch has. Throws `Misuse`. */
async function freeAlias(home: Home, issue: Issue, asked: string | undefined): Promise<string> {
  const active = await home.active();
  if (active !== null)
    throw new Misuse(`a run is active here: ${active}. Approve, resume or stop it first (loopwright status)`);
  if (asked !== undefined) return checkedAlias(home, issue, asked);
  const first = aliasOf(issue.title);
  for (let count = 1; ; count++) {
    const alias = count === 1 ? first : `${first}-${count}`;
    if ((await takenBy(home, issue, alias)) === null) return alias;
  }
}

async function checkedAlias(home: Home, issue: Issue, alias: string): Promise<string> {
  if (!/^[a-z0-9][a-z0-9-]{2,63}$/.test(alias))
    throw new Misuse(`--alias takes 3 to 64 lower-case letters, digits and hyphens, not ${alias}`);
  const taken = await takenBy(home, issue, alias);
  if (taken !== null) throw new Misuse(`${taken}; choose another name with --alias`);
  return alias;
}

async function takenBy(home: Home, issue: Issue, alias: string): Promise<string | null> {
  if ((await home.aliases()).includes(alias)) return `there is a run named ${alias} already`;
  const branch = branchOf({ issue, alias });
  return (await home.hasBranch(branch)) ? `the branch ${branch} exists already` : null;
}
