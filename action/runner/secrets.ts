/** Secrets of the runner's environment: hidden in every log first of all, then out of reach of every process that we start, and of /proc. */
import { getInput, setSecret } from "@actions/core";
import { takeEnvironment } from "#adapters/own-environment.ts";
import { type IdTokens, idTokensOf } from "./identity.ts";

/** Inputs that hold secrets, under the names that a runner gives their variables. */
const SECRET_INPUTS = ["github-token", "anthropic-api-key", "openai-api-key"];

/** `read`: an input, "" where it is not set. `idTokens`: null where the job may not ask for one. `own`: every secret. */
export interface TakenSecrets {
  readonly read: (name: string) => string;
  readonly idTokens: IdTokens | null;
  readonly own: readonly string[];
}

/**
 * Masks the secrets and gives what reads an input from then on: the environment holds them no more, and nothing beside them that is good
 * for something with a secret (EX-01). Call it before anything else. Throws as `takeEnvironment`.
 */
export function takeSecrets(): TakenSecrets {
  const taken = new Map(SECRET_INPUTS.map((name) => [name, getInput(name)]));
  const idTokens = idTokensOf(process.env);
  const own = [...taken.values(), idTokens?.secret ?? ""].filter((secret) => secret !== "");
  for (const secret of own) setSecret(secret);
  takeEnvironment();
  return { read: (name) => taken.get(name) ?? getInput(name), idTokens, own };
}
