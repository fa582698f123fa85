/** Runs one program of a step: its environment, its commands, and what it leaves in the runner's files. */
import { dirname } from "node:path";
import type { Conclusion } from "../actions/dispatched.ts";
import { runChild } from "./child.ts";
import { defaultsOf } from "./contexts.ts";
import { commandFiles } from "./file-commands.ts";
import type { Desk } from "./phase.ts";
import { type Space, write } from "./space.ts";
import { stepOutput } from "./step-output.ts";
import { takeIn } from "./take-in.ts";
import { permissionsOf } from "./workflow.ts";

export interface Program {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  /** Beside the step's own: INPUT_*, STATE_*. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The PATH of the machine, a fixed one: nothing of this process's environment reaches a step. */
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** What the program does wrong is told in the log. Throws the system's `Error` when it cannot be started. */
export async function runProgram(program: Program, desk: Desk): Promise<Conclusion> {
  const { space, signal } = desk;
  const files = await commandFiles(space.folders.temp);
  const output = stepOutput(space);
  const environment = environmentOf(desk, { ...program.environment, ...files.environment });
  const code = await runChild({ ...program, environment }, { signal, patience: space.attempt.machine.patience, onLine: output.line });
  const readable = await takeIn(files, desk);
  if (code === null) {
    write(space, "##[error]The operation was canceled.");
    return "cancelled";
  }
  if (code !== 0) write(space, `##[error]Process completed with exit code ${code}.`);
  return code === 0 && readable && !output.refused() ? "success" : "failure";
}

/** https://docs.github.com/en/actions/reference/security/oidc */
function idTokensFor({ attempt, file }: Space): Readonly<Record<string, string>> {
  const { idTokens } = attempt.machine;
  if (idTokens === undefined || permissionsOf(attempt.workflow, file)["id_token"] !== "write") return {};
  return { ACTIONS_ID_TOKEN_REQUEST_URL: idTokens.url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: idTokens.secret };
}

function environmentOf({ space, env }: Desk, own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const given = {
    HOME: space.folders.home,
    LANG: "C.UTF-8",
    CI: "true",
    PATH,
    ...space.attempt.machine.variables,
    ...Object.fromEntries(env),
    ...own,
    ...defaultsOf(space),
    ...idTokensFor(space),
  };
  return { ...given, PATH: [...space.path.toReversed(), dirname(space.attempt.machine.node), given.PATH].join(":") };
}
