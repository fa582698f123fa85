/** `loopwright gate`: accepts or refuses a head against a plan, without any model. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import { systemClock } from "#adapters/system-clock.ts";
import { workspaceOf } from "#cli/here/workspace-here.ts";
import { homeOf } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse, NOT_REACHED } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { Config } from "#core/config/config.ts";
import { Plan } from "#core/plan/plan.ts";
import { messageOf } from "#core/values/message-of.ts";
import { type CheckOnlyResult, checkOnly } from "#loop/jobs/check-only.ts";
import { Failure } from "#ports/failure.ts";
import type { Workspace } from "#ports/workspace.ts";
import { gatePage } from "#text/terminal/gate-page.ts";

export async function judgeHead(args: Arguments, terminal: Terminal): Promise<number> {
  const asked = (name: string): string => {
    const value = args.value(name);
    if (value === undefined)
      throw new Misuse(
        `gate needs --${name}: loopwright gate --repo <dir> --base <sha> --head <sha> --plan <plan.json> [--json]`,
      );
    return value;
  };
  const [base, head] = [commitOf("base", asked("base")), commitOf("head", asked("head"))];
  const plan = await readPlan(resolve(terminal.folder, asked("plan")));
  const home = await homeOf({ ...terminal, folder: resolve(terminal.folder, asked("repo")) });
  const workspace = await workspaceOf(terminal, home.repository, Config.parse({}));
  try {
    const onBase = { ...plan, base: { ...plan.base, commit: base, tree: await treeOf(workspace, "base", base) } };
    const outside = { workspace, clock: systemClock, signal: terminal.signal };
    const judged: CheckOnlyResult = await checkOnly(onBase, await treeOf(workspace, "head", head), outside);
    terminal.print(args.has("json") ? JSON.stringify(judged, null, 2) : gatePage(judged));
    return judged.accepted ? DONE : NOT_REACHED;
  } finally {
    await workspace.dispose();
  }
}

async function treeOf(workspace: Workspace, name: string, commit: string): Promise<string> {
  try {
    return await workspace.treeOf(commit);
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    throw new Misuse(`--${name}: the repository has no commit ${commit}; fetch it first`, { cause });
  }
}

function commitOf(name: string, value: string): string {
  if (/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value)) return value;
  throw new Misuse(`--${name} takes the whole id of a commit (git rev-parse ${value}), not ${value}`);
}

async function readPlan(file: string): Promise<Plan> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new Misuse(`the plan cannot be read: ${messageOf(error)}`);
  });
  const value = parsed(file, text);
  const plan = Plan.safeParse(value);
  if (!plan.success) throw new Misuse(`${file} is no plan:\n${z.prettifyError(plan.error)}`);
  return plan.data;
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Misuse(`${file} is not JSON: ${messageOf(error)}`);
  }
}
