import { expect, it, onTestFinished } from "vitest";
import { hasBranch, removeBranch } from "#adapters/git/objects/branches.ts";
import { aRepository } from "../repository.ts";

it("removes a branch where a run left it, and none that somebody moved or has checked out [S1.05]", async () => {
  const repository = aRepository();
  onTestFinished(() => repository.remove());
  const { gitDir, git } = repository;
  const first = git("rev-parse", "HEAD");
  git("branch", "loop/split");
  git("branch", "loop/moved");
  expect(await removeBranch(gitDir, "main", first)).toBe("moved");
  expect(await removeBranch(gitDir, "loop/moved", "a".repeat(40))).toBe("moved");
  expect(await removeBranch(gitDir, "loop/split", first)).toBe("gone");
  expect(await removeBranch(gitDir, "loop/split", first)).toBe("gone");
  const there = await Promise.all(["main", "loop/moved", "loop/split"].map((branch) => hasBranch(gitDir, branch)));
  expect(there).toEqual([true, true, false]);
});
