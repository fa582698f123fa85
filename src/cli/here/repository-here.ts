/** Reads the repository that a command is given in. */
import { type Repository, repositoryAt } from "#adapters/git/worktree/repository.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import { Failure } from "#ports/failure.ts";

/** The repository around a folder. Throws `Misuse` where there is none to work on. */
export function repositoryHere(folder: string): Promise<Repository> {
  return repositoryAt(folder).catch((cause: unknown) => {
    throw cause instanceof Failure ? new Misuse(cause.message, { cause }) : cause;
  });
}
