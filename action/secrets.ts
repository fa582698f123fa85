/** Secrets of the runner's environment: hidden in every log first of all, then out of reach of every process that we start. */
import { getInput, setSecret } from "@actions/core";

/** Inputs that hold secrets, under the names that a runner gives their variables. */
const SECRET_INPUTS = ["github-token", "anthropic-api-key", "openai-api-key"];

/** What a runner or a workflow may have put into the environment beside the inputs: tokens, and addresses that are good for something with them (EX-01). */
const VARIABLES = /^(GITHUB_TOKEN|GH_TOKEN|ANTHROPIC_.*|OPENAI_.*|NPM_TOKEN|NODE_AUTH_TOKEN|ACTIONS_(RUNTIME|ID_TOKEN|CACHE|RESULTS)_.*)$/;

/** Masks the secrets and gives what reads an input from then on: the environment holds them no more. Call it before anything else. */
export function takeSecrets(env: NodeJS.ProcessEnv): (name: string) => string {
  const taken = new Map(SECRET_INPUTS.map((name) => [name, getInput(name)]));
  for (const secret of taken.values()) if (secret !== "") setSecret(secret);
  for (const name of Object.keys(env)) if (VARIABLES.test(name)) delete env[name];
  for (const name of SECRET_INPUTS) delete env[`INPUT_${name.toUpperCase()}`];
  return (name) => taken.get(name) ?? getInput(name);
}
