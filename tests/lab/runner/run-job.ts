/** Runs one job on a machine of its own: its folders, its token, its secrets, its steps, its outputs. */
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fill } from "../actions/expression.ts";
import { envContexts, stepContexts } from "./contexts.ts";
import { masksOf } from "./masks.ts";
import { endOrphans } from "./orphans.ts";
import { runSteps } from "./run-steps.ts";
import { type Attempt, type Folders, type Need, type Space, write } from "./space.ts";
import { permissionsOf } from "./workflow.ts";
import type { JobFile } from "./workflow-schema.ts";

export interface JobStart {
  readonly attempt: Attempt;
  readonly id: string;
  readonly file: JobFile;
  readonly needs: Readonly<Record<string, Need>>;
  readonly signal: AbortSignal;
  readonly force: AbortSignal;
}

/** Never throws for what the job does: that is told in its log and its result. */
export async function runJob(start: JobStart): Promise<Need> {
  const { attempt, file } = start;
  const { run, machine, workflow } = attempt;
  const token = await run.token(permissionsOf(workflow, file));
  const masks = masksOf([token, ...Object.values(machine.secrets)]);
  const folders = await foldersOf(start);
  const mark = `github_${randomUUID()}`;
  const space: Space = { ...start, token, masks, folders, mark, env: new Map(), path: [], steps: new Map(), status: "success" };
  try {
    setEnv(space);
    await runSteps(space);
    return { result: space.status, outputs: outputsOf(space) };
  } catch (error) {
    write(space, `##[error]${error instanceof Error ? error.message : String(error)}`);
    return { result: "failure", outputs: {} };
  } finally {
    for (const pid of endOrphans(mark)) write(space, `Terminate orphan process: pid (${pid})`);
  }
}

async function foldersOf({ attempt, id }: JobStart): Promise<Folders> {
  const { run, folder } = attempt;
  const name = basename(run.repository);
  const root = join(folder, "jobs", id);
  const folders = {
    workspace: join(root, "work", name, name),
    temp: join(root, "work", "_temp"),
    home: join(root, "home"),
    tools: join(root, "tools"),
    event: join(root, "work", "_temp", "_github_workflow", "event.json"),
  };
  for (const each of [folders.workspace, join(folders.temp, "_github_workflow"), folders.home, folders.tools])
    await mkdir(each, { recursive: true });
  await writeFile(folders.event, JSON.stringify(run.payload ?? {}));
  return folders;
}

/** A job's variable wins over the workflow's of the same name. */
function setEnv(space: Space): void {
  const { attempt, file, needs } = space;
  const contexts = envContexts(space);
  for (const [name, text] of Object.entries(attempt.workflow.env)) space.env.set(name, fill(text, contexts));
  for (const [name, text] of Object.entries(file.env)) space.env.set(name, fill(text, { ...contexts, needs }));
}

/** GitHub hands no output on that is empty or holds a secret. */
function outputsOf(space: Space): Readonly<Record<string, string>> {
  const contexts = stepContexts(space, space.env);
  const all = Object.entries(space.file.outputs).map(([name, text]) => [name, fill(text, contexts)] as const);
  return Object.fromEntries(
    all.filter(([name, value]) => {
      if (!space.masks.find(value)) return value !== "";
      write(space, `##[warning]Skip output '${name}' since it may contain secret.`);
      return false;
    }),
  );
}
