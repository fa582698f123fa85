/** What every journal promises. A test file runs each law over its own store. */
import { expect } from "vitest";
import type { Journal } from "#ports/journal.ts";
import { kept, note } from "./journal-events.ts";

/** One store, empty at first, with as many journals over it as a law wants. */
export interface JournalHarness {
  readonly open: () => Journal;
  /** Where a branch is; null when there is none. */
  readonly branch: (name: string) => string | null | Promise<string | null>;
  readonly setBranch: (name: string, commit: string) => void | Promise<void>;
  /** Three commits that exist in the store's repository. */
  readonly commits: readonly [string, string, string];
  /** Spoils what is stored, so that it can no longer be read. */
  readonly ruin: () => void | Promise<void>;
  /** How often two writers race; fewer where each write is a request. */
  readonly rounds: number;
}

export interface JournalLaw {
  readonly law: string;
  readonly holds: (harness: JournalHarness) => Promise<void>;
}

const BRANCH = "loop/1-x";

export const JOURNAL_LAWS: readonly JournalLaw[] = [
  {
    law: "is missing until the first append, and then holds the events in order",
    async holds({ open }) {
      expect(await open().load()).toEqual({ kind: "missing" });
      expect(await open().length()).toBe(0);
      expect(await open().append([note("a"), note("b")], 0)).toBe("appended");
      expect(await open().append([note("c")], 2)).toBe("appended");
      expect(await open().load()).toEqual({ kind: "events", events: [note("a"), note("b"), note("c")] });
      expect(await open().length()).toBe(3);
    },
  },
  {
    law: "an append of nothing changes nothing and still compares",
    async holds({ open }) {
      expect(await open().append([], 0)).toBe("appended");
      expect(await open().load()).toEqual({ kind: "missing" });
      expect(await open().append([], 1)).toBe("conflict");
    },
  },
  {
    law: "of two writers exactly one wins, in each of many rounds",
    async holds({ open, rounds }) {
      for (let round = 0; round < rounds; round += 1) {
        const answers = await Promise.all(
          ["left", "right"].map((name) => open().append([note(`${name} ${round}`), note("second")], round * 2)),
        );
        expect([...answers].sort()).toEqual(["appended", "conflict"]);
      }
      expect(await open().length()).toBe(rounds * 2);
    },
  },
  {
    law: "with ten writers that read again after a conflict, no event is lost or doubled",
    async holds({ open }) {
      const write = async (name: string): Promise<void> => {
        const journal = open();
        while ((await journal.append([note(name), note(name)], await journal.length())) === "conflict");
      };
      const names = Array.from({ length: 10 }, (_, index) => `writer ${index}`);
      await Promise.all(names.map(write));
      const history = await open().load();
      const texts =
        history.kind === "events" ? history.events.map((event) => (event.kind === "approval_rejected" ? event.reasons[0] : "")) : [];
      expect(texts.filter((_, index) => index % 2 === 0)).toEqual(texts.filter((_, index) => index % 2 === 1));
      expect([...new Set(texts)].sort()).toEqual(names);
      expect(texts).toHaveLength(20);
    },
  },
  {
    law: "a wrong count appends nothing",
    async holds({ open }) {
      await open().append([note("a")], 0);
      for (const after of [0, 2, -1]) expect(await open().append([note("b"), note("c")], after)).toBe("conflict");
      expect(await open().load()).toEqual({ kind: "events", events: [note("a")] });
    },
  },
  {
    law: "a kept iteration makes the branch, and moves it on",
    async holds({ open, branch, commits: [a, b, c] }) {
      expect(await open().append([note("x"), kept(null, a)], 0)).toBe("appended");
      expect(await branch(BRANCH)).toBe(a);
      expect(await open().append([kept(a, b), note("y"), kept(b, c)], 2)).toBe("appended");
      expect(await branch(BRANCH)).toBe(c);
      expect(await open().length()).toBe(5);
    },
  },
  {
    law: "when the branch is not where the event says, neither branch nor journal moves",
    async holds({ open, branch, setBranch, commits: [a, b, c] }) {
      await setBranch(BRANCH, a);
      expect(await open().append([note("x"), kept(null, b)], 0)).toBe("conflict");
      expect(await open().append([note("x"), kept(c, b), note("y")], 0)).toBe("conflict");
      expect(await open().append([kept(a, b), kept(a, b, "loop/2-y")], 0)).toMatchObject({ reason: "branch_gone" });
      expect([await branch(BRANCH), await branch("loop/2-y")]).toEqual([a, null]);
      expect(await open().load()).toEqual({ kind: "missing" });
    },
  },
  {
    law: "when the journal has moved, the branch does not",
    async holds({ open, branch, commits: [a, b] }) {
      await open().append([kept(null, a)], 0);
      expect(await open().append([kept(a, b)], 0)).toBe("conflict");
      expect(await branch(BRANCH)).toBe(a);
    },
  },
  {
    law: "long events come back as they were",
    async holds({ open }) {
      const long = note("ü\n\"'\u2028".repeat(5000));
      await open().append([note("a"), long, long], 0);
      await open().append([note("b")], 3);
      expect(await open().load()).toEqual({ kind: "events", events: [note("a"), long, long, note("b")] });
    },
  },
  {
    law: "what cannot be read is said to be unreadable, with a reason",
    async holds({ open, ruin }) {
      await open().append([note("a")], 0);
      await ruin();
      expect(await open().load()).toMatchObject({ kind: "unreadable", why: expect.stringMatching(/\S/) });
    },
  },
];
