/** The port `Publisher` on one machine: the branch itself is published; there is no pull request. */
import { branchHead } from "#adapters/git/objects/branches.ts";
import type { Publisher } from "#ports/publisher.ts";

/** `base`: the branch that the run began on, `HEAD` when it was detached, and the commit it had then. */
export function localPublisher(gitDir: string, base: { readonly branch: string; readonly commit: string }): Publisher {
  const baseNow = async (): Promise<string> =>
    base.branch === "HEAD" ? base.commit : ((await branchHead(gitDir, base.branch)) ?? base.commit);
  return {
    opener: null,
    publish: async ({ branch }) => {
      const head = await branchHead(gitDir, branch);
      if (head === null) return { reason: `the branch ${branch} is gone; its commits are still in the journal` };
      return { number: null, url: null, head, base: await baseNow() };
    },
    opened: () => Promise.resolve(null),
    // The verdict is in the run's record, and no local tool shows checks of commits.
    certify: () => Promise.resolve(null),
    baseNow,
  };
}
