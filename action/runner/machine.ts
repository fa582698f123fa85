/** Reads the runner's variables: the place of the job, its workflow run, and the address of GitHub. */
import { basename } from "node:path";
import * as z from "zod";
import { trimEndCharacters } from "#core/values/trim-end.ts";
import { InputError } from "./input-error.ts";

const Variables = z.object({
  GITHUB_REPOSITORY: z.string().regex(/^[^/]+\/[^/]+$/),
  GITHUB_EVENT_NAME: z.string().min(1),
  GITHUB_EVENT_PATH: z.string().min(1),
  GITHUB_RUN_ID: z.string().min(1),
  GITHUB_RUN_ATTEMPT: z.string().min(1),
  GITHUB_ACTOR: z.string().min(1),
  GITHUB_SERVER_URL: z.url(),
  GITHUB_API_URL: z.url(),
  GITHUB_WORKFLOW_REF: z.string().min(1),
  GITHUB_REF_NAME: z.string().min(1),
  GITHUB_WORKSPACE: z.string().min(1),
  RUNNER_TEMP: z.string().min(1),
});

export interface Machine {
  readonly owner: string;
  readonly repo: string;
  /** The event that started the workflow: its name, and the path of its payload's file. */
  readonly event: { readonly name: string; readonly path: string };
  /**
   * Login of whoever ordered this workflow run by the API: the App of a bot, which writes on the same issue. Nobody
   * where an event did: anybody may cause one.
   */
  readonly starters: readonly string[];
  /** Id of the workflow run, and the number of its attempt. */
  readonly workflowRun: string;
  readonly attempt: string;
  readonly serverUrl: string;
  readonly apiUrl: string;
  /** Name of the workflow file without folders, and the branch that it runs on. */
  readonly workflow: string;
  readonly branch: string;
  /** Absolute paths: the checkout, and a folder that the runner deletes with the job. */
  readonly checkout: string;
  readonly temp: string;
}

/** Reads the variables that every runner sets. Throws `InputError` where one is missing. */
export function readMachine(env: NodeJS.ProcessEnv): Machine {
  const read = Variables.safeParse(env);
  if (!read.success) {
    const missing = read.error.issues.map(({ path }) => path.join("."));
    throw new InputError(
      `this is no job of GitHub Actions: ${missing.join(", ")} is not set. Use the Action in a workflow`,
    );
  }
  const of = read.data;
  const [owner = "", repo = ""] = of.GITHUB_REPOSITORY.split("/");
  const [workflowPath = ""] = of.GITHUB_WORKFLOW_REF.split("@");
  return {
    owner,
    repo,
    event: { name: of.GITHUB_EVENT_NAME, path: of.GITHUB_EVENT_PATH },
    starters: of.GITHUB_EVENT_NAME === "workflow_dispatch" ? [of.GITHUB_ACTOR] : [],
    workflowRun: of.GITHUB_RUN_ID,
    attempt: of.GITHUB_RUN_ATTEMPT,
    serverUrl: trimEndCharacters(of.GITHUB_SERVER_URL, "/"),
    apiUrl: trimEndCharacters(of.GITHUB_API_URL, "/"),
    workflow: basename(workflowPath),
    branch: of.GITHUB_REF_NAME,
    checkout: of.GITHUB_WORKSPACE,
    temp: of.RUNNER_TEMP,
  };
}

/** The page of this workflow run. Pure. */
export function pageOf({ serverUrl, owner, repo, workflowRun }: Machine): string {
  return `${serverUrl}/${owner}/${repo}/actions/runs/${workflowRun}`;
}
