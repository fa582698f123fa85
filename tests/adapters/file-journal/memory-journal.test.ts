/** The fake keeps the contract too, so that stories told with it are true. */
import { it } from "vitest";
import { memoryJournal, memoryStore } from "../../fakes/memory-journal.ts";
import { JOURNAL_LAWS } from "../contracts/journal-contract.ts";

it.each(JOURNAL_LAWS)("memory: $law", async ({ holds }) => {
  const store = memoryStore();
  await holds({
    open: () => memoryJournal(store),
    branch: (name) => store.branches.get(name) ?? null,
    setBranch: (name, commit) => void store.branches.set(name, commit),
    commits: ["a".repeat(40), "b".repeat(40), "c".repeat(40)],
    rounds: 50,
    ruin: () => {
      store.unreadable = "somebody spoilt it";
    },
  });
});
