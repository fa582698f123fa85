/** What stands in a repository about a ref that is to move, as the rules ask for it. */
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import type { MoveFacts } from "./rules/refs.ts";
import { read, refOf } from "./thing.ts";

/** Looks at no more than the move hangs on: what a deletion or a move by force does not ask for is told as it would let it pass. */
export async function moveFacts(
  { name, after, force }: Pick<MoveFacts, "name" | "after" | "force">,
  repository: RepositoryOptions,
  lab: Lab,
): Promise<MoveFacts> {
  const before = await refOf(lab, repository, name);
  const path = `/repos/${fullName(repository)}`;
  const isCommit = after === null || (await read(lab, `${path}/git/commits/${after}`)) !== null;
  const facts = { name, before, after, force, ruled: repository.rule?.(name) ?? null, isCommit };
  if (before === null || after === null || force || !isCommit) return { ...facts, isForward: true };
  const { status } = Object(await read(lab, `${path}/compare/${before}...${after}`));
  return { ...facts, isForward: status === "ahead" || status === "identical" };
}
