/** A contestant runs a work: the service plays it, the program does it in a fresh repository with a fresh home. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Contestant } from "../contest.ts";
import type { Action } from "../service/express.ts";
import { figuresOf, type HeardFigures } from "../service/figures.ts";
import { type Service, startService } from "../service/service.ts";
import { type Program, programOf } from "./programs.ts";
import { makeRepository, wrongModules } from "./repository.ts";
import { type Timed, timed } from "./timed.ts";
import type { Work } from "./work.ts";

/** What a run took. */
export type RunFigures = HeardFigures & Pick<Timed, "seconds" | "megabytes">;

/** Runs it. Throws an `Error` with the end of what it printed where the work was not done. */
export async function runAgent(contestant: Contestant, work: Work): Promise<RunFigures> {
  const place = await mkdtemp(join(tmpdir(), "loopwright-bench-"));
  const folder = join(place, "repository");
  // Our tools take paths from the root of the repository.
  const root = contestant.name === "ours" ? "" : folder;
  const service = await startService({ ...work, actionAt: (step) => below(root, work.actionAt(step)) });
  try {
    await makeRepository(folder);
    const program = programOf(contestant, service.url);
    const run = await timed(program.command, { folder, notes: place, env: await envOf(program, join(place, "home")) });
    const wrong = await wrongModules(folder, work.slots);
    const faults = [...endedBadly(run, service), ...wrong.map((path) => `${path} is not as it should be`)];
    if (faults.length > 0) throw new Error(`${contestant.name}, ${work.steps} steps: ${faults.join("; ")}\n${run.end}`);
    return { ...figuresOf(service.heard, run.started), seconds: run.seconds, megabytes: run.megabytes };
  } finally {
    service.close();
    await rm(place, { recursive: true, force: true });
  }
}

/** The action with its path below a folder. */
function below(folder: string, action: Action): Action {
  return action.kind === "exec" ? action : { ...action, path: join(folder, action.path) };
}

function endedBadly({ code }: Timed, { faults, isOver }: Service): readonly string[] {
  const ended = code === 0 ? [] : [`it ended with ${code}`];
  return [...ended, ...(isOver() ? [] : ["it ended before the work was done"]), ...faults];
}

/** A home without anything but the program's own settings, as a machine of CI has it. */
async function envOf({ env, home: files }: Program, home: string): Promise<Readonly<Record<string, string>>> {
  const temp = join(home, "tmp");
  await mkdir(temp, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
  const place = { PATH: process.env["PATH"] ?? "", HOME: home, TMPDIR: temp, SHELL: "/bin/sh" };
  return { ...place, LANG: "C.UTF-8", TERM: "dumb", CI: "true", NO_COLOR: "1", DO_NOT_TRACK: "1", ...env };
}
