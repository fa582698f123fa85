/** A label begins a run: the plan is made, reviewed and shown, or it is said why not. */
import { builtInRoles, withOverrides } from "#agent/specs/roles.ts";
import { modelsOf, variableOf } from "#core/config/provider.ts";
import type { Event } from "#core/events/event.ts";
import { aliasOf, Issue, runIdOf } from "#core/plan/issue.ts";
import { branchOf, type Run } from "#core/run/run.ts";
import { type Desk, DONE, type Heard, type Outcome, refused } from "#loop/desk/context/desk.ts";
import { driveWith } from "#loop/desk/context/drive-here.ts";
import { attempt, type Settings } from "#loop/desk/context/settings.ts";
import { atHand } from "#loop/journals/at-hand.ts";
import { readRun } from "#loop/kit/read-run.ts";
import { roleFilesOf } from "#loop/kit/role-files.ts";
import type { Journal } from "#ports/journal.ts";
import { labelOf } from "#text/phrases/label.ts";
import { clean } from "#text/sanitize/clean.ts";
import { endedAsOvertaken, stopMeanwhile } from "./meanwhile.ts";

/** Begins a run and drives it until it waits for a person. `last`: the issue's run before, whose label goes; `writes`: whoever set the label may write. Throws `Failure`. */
export async function start(
  heard: Heard,
  { base, config }: Settings & { readonly kind: "settings" },
  { last, writes }: { readonly last: Run | null; readonly writes: boolean },
  desk: Desk,
): Promise<Outcome> {
  const { workspace, github, workflow, clock, iso } = desk;
  if (!(await workspace.paths(base.tree)).includes(workflow)) {
    return refused(`there is no ${workflow} on ${base.branch}: copy it from Loopwright's README, then set the label again`);
  }
  const issue = Issue.safeParse({ number: github.number, title: heard.issue.title, body: heard.issue.body, author: heard.issue.author });
  if (!issue.success) return refused(tooLong(heard));
  const files = await roleFilesOf(workspace, base.tree);
  const roles = attempt(() => withOverrides(builtInRoles(), files));
  if (typeof roles === "string") return refused(roles);
  const lack = desk.lack(
    modelsOf(
      config.models,
      [...roles.values()].map(({ tier }) => tier),
    ),
  );
  if (lack !== null)
    return refused(
      `there is no ${lack.what} here for the model ${lack.model}: set ${variableOf(lack)} for the bot, or without a bot as a secret that the workflow hands to its job control`,
    );
  const world = attempt(() => desk.kitOf(config));
  if (typeof world === "string") return refused(world);
  const alias = freeAlias(issue.data, await desk.branches(`loop/${github.number}-`));
  const at = clock.now();
  // Named after the moment of its label: whoever hears that a second time, or stood still and wakes up late, finds the ref there.
  const runId = runIdOf(alias, iso(heard.at));
  const trusted = writes && clean(`${issue.data.title}\n${issue.data.body}`).hidden.length === 0;
  const who = { startedBy: heard.by.id, asked: heard.at, ...(trusted && { trusted }) };
  const started: Event = { kind: "run_started", at, runId, alias, issue: issue.data, base, config, ...who };
  const there = desk.journalOf(runId);
  const journal = atHand(there, desk);
  if ((await journal.append([started], 0)) === "conflict") return notBegun(journal);
  if (await endedAsOvertaken(there, await readRun(journal), desk)) return DONE;
  if (last !== null) await github.relabel(labelOf(last.stage), null);
  await stopMeanwhile(journal, desk);
  await driveWith(journal, { ...world, roles });
  return DONE;
}

/** It was begun for this very label already, or another run is active. */
async function notBegun(journal: Journal): Promise<Outcome> {
  const isBegun = (await journal.load()).kind !== "missing";
  return isBegun ? DONE : refused("this issue has an active run already; `/loop stop` ends it");
}

function tooLong({ issue: { title, body } }: Heard): string {
  return body.length > 65_536
    ? `the issue has ${body.length} characters, and a run reads at most 65536: put what matters into a shorter one`
    : `the issue cannot be read: its title has ${title.length} characters (1 to 300 are taken)`;
}

/** The first name from the title that no branch of this issue has. */
function freeAlias(issue: Issue, branches: readonly string[]): string {
  const first = aliasOf(issue.title);
  for (let count = 1; ; count++) {
    const alias = count === 1 ? first : `${first}-${count}`;
    if (!branches.includes(branchOf({ issue, alias }))) return alias;
  }
}
