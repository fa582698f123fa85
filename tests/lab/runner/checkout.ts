/** `actions/checkout`, played with real git: fetch, check out, and leave a credential only where it is asked for. */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";
import type { Conclusion } from "../actions/dispatched.ts";
import { refName } from "./contexts.ts";
import { credential, git } from "./git.ts";
import type { Desk, StepPhases } from "./phase.ts";
import { type Space, write } from "./space.ts";
import { withOf } from "./with.ts";

const Inputs = z.strictObject({
  /** Empty: the run's own. */
  repository: z.string().default(""),
  ref: z.string().default(""),
  token: z.string().optional(),
  path: z.string().default("."),
  "fetch-depth": z.string().regex(/^\d+$/).default("1"),
  "persist-credentials": z.enum(["true", "false"]).default("true"),
});

type Inputs = z.output<typeof Inputs>;

interface Target {
  readonly refspec: string;
  /** A branch of its own, or a commit without one. */
  readonly branch: string | null;
  readonly commit: string;
}

export const checkoutPhases: StepPhases = {
  main: checkout,
  post: { condition: "always()", run: forget },
};

async function checkout(desk: Desk): Promise<Conclusion> {
  const { space, signal, outputs } = desk;
  const { run, machine } = space.attempt;
  const inputs = inputsOf(desk);
  const folder = folderOf(inputs, space);
  await mkdir(folder, { recursive: true });
  const settings = credential(machine.serverUrl, inputs.token ?? space.token);
  // The header holds the token in base64: it is a secret of its own.
  for (const header of Object.values(settings)) space.masks.add(header.slice(header.lastIndexOf(" ") + 1));
  const place = { folder, home: space.folders.home, settings, signal };
  await git(["init", "--quiet", "--initial-branch=main"], place);
  await git(["config", "remote.origin.url", `${machine.serverUrl}/${run.repository}`], place);
  await git(["config", "remote.origin.fetch", ALL_BRANCHES], place);
  const target = targetOf(inputs.ref, space);
  const fetch = ["fetch", "--quiet", "--prune", "--no-recurse-submodules", ...depthOf(inputs), "origin"];
  // One fetch cannot put a branch and an older commit of it in the same place: the history comes first, as with the real one.
  if (inputs["fetch-depth"] === "0") await git([...fetch, ALL_BRANCHES], place);
  await git([...fetch, target.refspec], place);
  const how = target.branch === null ? ["--detach", target.commit] : ["-B", target.branch, target.commit];
  await git(["checkout", "--quiet", "--force", ...how], place);
  await git(["clean", "-ffdxq"], place);
  if (inputs["persist-credentials"] === "true")
    for (const [key, value] of Object.entries(settings)) await git(["config", "--local", key, value], place);
  const commit = await git(["rev-parse", "HEAD"], place);
  outputs.set("commit", commit).set("ref", inputs.ref || run.ref);
  write(space, `Checked out ${commit}`);
  return "success";
}

const ALL_BRANCHES = "+refs/heads/*:refs/remotes/origin/*";

function inputsOf(desk: Desk): Inputs {
  const inputs = withOf("actions/checkout", Inputs, desk);
  const { repository } = desk.space.attempt.run;
  if (inputs.repository === "" || inputs.repository === repository) return inputs;
  throw new Error(`actions/checkout: this runner knows ${repository} only, not ${inputs.repository}`);
}

function depthOf(inputs: Inputs): readonly string[] {
  const depth = inputs["fetch-depth"];
  return depth === "0" ? ["--tags"] : ["--no-tags", `--depth=${depth}`];
}

/** The run's own commit, a commit by its 40 digits, or the head of a branch. */
function targetOf(ref: string, { attempt: { run } }: Space): Target {
  const own = ref === "" || ref === run.ref;
  const branch = refName({ ...run, ref: own ? run.ref : ref });
  if (/^[0-9a-f]{40}$/.test(ref)) return { refspec: ref, branch: null, commit: ref };
  if (own && !run.ref.startsWith("refs/heads/")) return { refspec: `+${run.sha}`, branch: null, commit: run.sha };
  const tracking = `refs/remotes/origin/${branch}`;
  return { refspec: `+${own ? run.sha : `refs/heads/${branch}`}:${tracking}`, branch, commit: tracking };
}

/** After the job, a credential that was left for its steps goes. */
async function forget(desk: Desk): Promise<Conclusion> {
  const { space } = desk;
  const inputs = inputsOf(desk);
  if (inputs["persist-credentials"] === "false") return "success";
  const place = { folder: folderOf(inputs, space), home: space.folders.home };
  for (const key of Object.keys(credential(space.attempt.machine.serverUrl, space.token)))
    await git(["config", "--local", "--unset-all", key], place);
  return "success";
}

function folderOf({ path }: Inputs, { folders }: Space): string {
  const folder = resolve(folders.workspace, path);
  if (!join(folder, "/").startsWith(join(folders.workspace, "/"))) throw new Error(`actions/checkout: path ${path} leaves the workspace`);
  return folder;
}
