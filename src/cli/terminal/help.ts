/** The texts of `loopwright --help` around the list of commands. */
import { ADDRESS_VARIABLES, KEY_VARIABLES } from "#core/config/providers.ts";

export const ABOUT =
  "Turns an issue into verified work on a branch. A run works on the last commit of the repository you stand in, " +
  "on a branch loop/<name>; your worktree is not touched.";

export const ENVIRONMENT = `Environment:
  ${KEY_VARIABLES.join(" or ")}, as the models of the run need them
  ${ADDRESS_VARIABLES.join(", ")} for other addresses
Exit codes:
  0 done or waiting for you, 1 stopped short, 2 not understood or not possible here
Help on one command:
  loopwright <command> --help`;
