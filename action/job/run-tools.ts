/** Prepares the tools of a run on this machine: sandbox, git objects of the checkout, model and roles. */
import type { GitWorkspace } from "#adapters/git/workspace.ts";
import { modelByProvider, providerAccessOf } from "#adapters/model-by-provider.ts";
import type { Probe } from "#adapters/sandbox/walls/probe-facts.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { builtInRoles, withOverrides } from "#agent/specs/roles.ts";
import { doubtsAboutBase } from "#core/approval/recheck-base.ts";
import {
  credentialAdviceOf,
  credentialVariableOf,
  missingCredentialOf,
  modelsOf,
} from "#core/config/model-provider.ts";
import { inputOf } from "#core/config/providers.ts";
import { withOwnModels } from "#core/config/role-settings.ts";
import type { Run } from "#core/run/run.ts";
import { messageOf } from "#core/values/message-of.ts";
import { roleFilesOf } from "#loop/context/role-files.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { baseStateOf } from "#loop/engine/base-state.ts";
import { Failure } from "#ports/failure.ts";
import type { Model } from "#ports/model.ts";
import { jobClock } from "../runner/clock.ts";
import { baseCommitReader } from "./base-here.ts";
import type { JobContext } from "./job-context.ts";
import { sandboxHere, workspaceOver } from "./local-workspace.ts";

export interface RunTools extends Pick<StepContext, "model" | "roles"> {
  readonly workspace: GitWorkspace;
}

/** `cannot`: the job can do nothing here; `why` says how to mend it. */
export type PreparedRunTools =
  | { readonly kind: "ready"; readonly tools: RunTools }
  | { readonly kind: "cannot"; readonly missing: "ground" | "sandbox" | "something"; readonly why: string };

/**
 * Prepares the tools, or says what is missing. The base commit comes first, as its configuration says whether a sandbox
 * is required; then the sandbox, the key, the commits and the roles. `probing`: the sandbox probe, which may still run.
 * The caller disposes of the workspace. Throws `Failure`.
 */
export async function prepareRunTools(run: Run, scene: JobContext, probing: Promise<Probe>): Promise<PreparedRunTools> {
  const reading = baseStateOf(run, { baseCommit: baseCommitReader(scene.machine) });
  const [base, probed] = await Promise.all([reading, probing]);
  const doubts = doubtsAboutBase(run, base);
  if (doubts.length > 0) return { kind: "cannot", missing: "ground", why: `${doubts.join("; ")}. ${WHOLE}` };
  const sandbox = await sandboxHere(run, scene, probed);
  if (typeof sandbox === "string") return { kind: "cannot", missing: "sandbox", why: sandbox };
  const workspace = workspaceOver(sandbox, run, scene);
  try {
    mustServe(modelsOf(run.config.models, []), scene.inputs.access);
    const roles = await rolesOf(run, workspace, scene);
    return { kind: "ready", tools: { workspace, roles, model: modelOf(run, scene) } };
  } catch (error) {
    await workspace.dispose();
    if (!(error instanceof Missing)) throw error;
    return { kind: "cannot", missing: "something", why: error.message };
  }
}

const WHOLE = "The workflow must check out the whole default branch (actions/checkout with fetch-depth: 0)";

/** A lack that a person must mend. */
class Missing extends Error {
  override readonly name = "Missing";
}

function mending<T>(make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new Missing(messageOf(cause), { cause });
  }
}

function modelOf({ config: { models } }: Run, { inputs: { access } }: JobContext): Model {
  // The job loads the provider's SDK while it waits for GitHub.
  return mending(() => modelByProvider({ access, models, clock: jobClock, random: systemRandom, atOnce: true }));
}

/** Throws where a model that may be asked has no key, before anything is paid for. */
function mustServe(names: readonly string[], access: JobContext["inputs"]["access"]): void {
  const here = providerAccessOf(access);
  const lack = missingCredentialOf(names, here);
  if (lack === null) return;
  const input = inputOf(credentialVariableOf(lack));
  if (lack.what === "address")
    throw new Missing(`this job has no address for the model ${lack.model}: hand one to the step as ${input}`);
  throw new Missing(
    `this job has no key for the model ${lack.model}: set the secret ${credentialAdviceOf(lack, here)} ` +
      `(Settings > Secrets and variables > Actions) and hand it to the step as ${input}, as the README says`,
  );
}

async function rolesOf(
  run: Run,
  workspace: GitWorkspace,
  { inputs: { access } }: JobContext,
): Promise<StepContext["roles"]> {
  const { commit } = run.progress.head;
  // The base commit is in the checkout: the base check read it.
  const [files] = await Promise.all([
    roleFilesOf(workspace, run.base.tree),
    commit === run.base.commit ? undefined : mustHave(commit, workspace),
  ]);
  const roles = mending(() => withOverrides(builtInRoles(), files));
  mustServe(modelsOf(run.config.models, withOwnModels(roles, run.config.roles)), access);
  return roles;
}

async function mustHave(commit: string, workspace: GitWorkspace): Promise<void> {
  try {
    await workspace.treeOf(commit);
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    throw new Missing(
      `the checkout does not have the commit ${commit}: ` +
        `the workflow needs actions/checkout with fetch-depth: 0 before this step, ` +
        `and a branch that holds the commit; ` +
        `where the base was written anew, begin a new run`,
      { cause },
    );
  }
}
