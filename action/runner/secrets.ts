/**
 * Takes the secrets out of the runner's environment: masks them in every log first, then removes them from the reach of
 * child processes and of /proc.
 */
import { getInput, setSecret } from "@actions/core";
import { takeEnvironment } from "#adapters/own-environment.ts";
import { inputOf, KEY_VARIABLES } from "#core/config/providers.ts";
import { type IdTokens, idTokensOf } from "./identity.ts";

/** The inputs that hold secrets, by the names of their variables on a runner. */
const SECRET_INPUTS = ["github-token", "app-token", ...KEY_VARIABLES.map(inputOf)];

/**
 * `read`: an input, "" where it is not set. `idTokens`: null where the job may not ask for one. `own`: every secret.
 */
export interface TakenSecrets {
  readonly read: (name: string) => string;
  readonly idTokens: IdTokens | null;
  readonly own: readonly string[];
}

/**
 * Masks the secrets and gives the function that reads an input from then on: the environment no longer holds them, nor
 * the variables that are of use only with a secret. Call it before anything else. Throws as `takeEnvironment`.
 */
export function takeSecrets(): TakenSecrets {
  const taken = new Map(SECRET_INPUTS.map((name) => [name, getInput(name)]));
  const idTokens = idTokensOf(process.env);
  const own = [...taken.values(), idTokens?.secret ?? ""].filter((secret) => secret !== "");
  for (const secret of own) setSecret(secret);
  takeEnvironment();
  return { read: (name) => taken.get(name) ?? getInput(name), idTokens, own };
}
