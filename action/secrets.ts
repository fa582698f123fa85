/** Secrets of the runner's environment: hidden in every log first of all, then out of reach of every process that we start, and of /proc. */
import { getInput, setSecret } from "@actions/core";
import { takeEnvironment } from "#adapters/own-environment.ts";

/** Inputs that hold secrets, under the names that a runner gives their variables. */
const SECRET_INPUTS = ["github-token", "anthropic-api-key", "openai-api-key"];

/**
 * Masks the secrets and gives what reads an input from then on: the environment holds them no more, and nothing beside them that is good
 * for something with a secret (EX-01). Call it before anything else. Throws as `takeEnvironment`.
 */
export function takeSecrets(): (name: string) => string {
  const taken = new Map(SECRET_INPUTS.map((name) => [name, getInput(name)]));
  for (const secret of taken.values()) if (secret !== "") setSecret(secret);
  takeEnvironment();
  return (name) => taken.get(name) ?? getInput(name);
}
