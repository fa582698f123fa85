/** Which repository of a server a worktree is a clone of, by the address of its origin. */
import { expect, it, onTestFinished } from "vitest";
import { cloneFactsAt } from "#adapters/git/worktree/clone-facts.ts";
import { aRepository } from "../repository.ts";

it.each([
  { address: "https://github.com/acme/split.git", origin: "acme/split" },
  { address: "https://github.com/acme/split", origin: "acme/split" },
  { address: "git@github.com:acme/split.js.git", origin: "acme/split.js" },
  { address: "ssh://git@ghe.example:22/acme/split/", origin: "acme/split" },
  { address: "/srv/git/acme/split.git", origin: null },
  { address: "../acme/split", origin: null },
  { address: "file:///srv/acme/split", origin: null },
  { address: null, origin: null },
])("reads $origin from $address", async ({ address, origin }) => {
  const repository = aRepository({ "a.txt": "a\n" });
  onTestFinished(() => repository.remove());
  if (address !== null) repository.git("remote", "add", "origin", address);
  const facts = await cloneFactsAt(repository.folder);
  expect(facts).toEqual({ top: repository.folder, origin });
});
