/** What every `Memories` promises. A test file runs each law over an empty memory of its own. */
import { expect } from "vitest";
import { memoryText } from "#core/outcome/memory-lines.ts";
import { memoryId } from "#core/plan/memory.ts";
import { Failure } from "#ports/failure.ts";
import type { Memories } from "#ports/memory.ts";
import { aLesson, aMemory, DAY, learned, NOW } from "../../builders/memory.ts";

export interface MemoriesHarness {
  /** The memory as another process sees it. */
  readonly open: () => Memories;
  /** Puts a text in place of the whole, as a person would. */
  readonly put: (text: string) => Promise<void>;
}

export interface MemoriesLaw {
  readonly law: string;
  readonly holds: (harness: MemoriesHarness) => Promise<void>;
}

const NONE = new Map<string, string>();
const LESSON = aLesson({ learned: [learned("npm ci"), learned("tabs", { kind: "word", text: "We indent with tabs in src/split.js." })] });
const noTree = (): Promise<never> => Promise.reject(new Error("nobody needs the files"));
const ids = async (memories: Memories): Promise<readonly string[]> => (await memories.list()).map(({ id }) => id);

export const MEMORIES_LAWS: readonly MemoriesLaw[] = [
  {
    law: "where nothing was kept there is nothing, and nothing to forget",
    async holds({ open }) {
      expect([await open().list(), await open().recall({ text: "setup", now: NOW, blobs: NONE })]).toEqual([[], []]);
      expect(await open().forget("m-0123456789")).toBe(false);
    },
  },
  {
    law: "what is kept is there for everybody, once, with the files that it cites",
    async holds({ open }) {
      const blobs = async () => new Map([["src/split.js", "b1"]]);
      for (const hand of [open(), open()]) await hand.keep(LESSON, blobs);
      const kept = await open().list();
      expect(kept.map(({ text, cites }) => [text, cites])).toEqual([
        ["Setup works: npm ci.", []],
        ["We indent with tabs in src/split.js.", [{ path: "src/split.js", blob: "b1" }]],
      ]);
    },
  },
  {
    law: "a lesson that cites nothing asks for no files, and an empty one changes nothing",
    async holds({ open }) {
      await open().keep(aLesson({ learned: [learned("npm ci")] }), noTree);
      await open().keep(aLesson(), noTree);
      expect(await ids(open())).toEqual([memoryId("fact", "npm ci")]);
    },
  },
  {
    law: "what was forgotten is gone, and nothing else",
    async holds({ open }) {
      await open().keep(aLesson({ learned: [learned("npm ci"), learned("make deps")] }), noTree);
      expect(await open().forget(memoryId("fact", "npm ci"))).toBe(true);
      expect([await ids(open()), await open().forget(memoryId("fact", "npm ci"))]).toEqual([[memoryId("fact", "make deps")], false]);
      expect(await open().forget(memoryId("fact", "make deps"))).toBe(true);
      expect(await open().list()).toEqual([]);
    },
  },
  {
    law: "two who write at once both succeed",
    async holds({ open }) {
      const keep = (key: string) => open().keep(aLesson({ learned: [learned(key)] }), noTree);
      await Promise.all([keep("one"), keep("two")]);
      expect([...(await ids(open()))].sort()).toEqual([memoryId("fact", "one"), memoryId("fact", "two")].sort());
    },
  },
  {
    law: "a question finds what still holds: what shares its words first, then the rest",
    async holds({ open, put }) {
      const cites = [{ path: "src/split.js", blob: "b1" }];
      const word = (text: string, more = {}) => aMemory(text, { kind: "word", text, tags: [], ...more });
      const splits = word("Splitting keeps empty fields.", { cites });
      const old = word("Splitting was slow.", { lastUsed: NOW - 200 * DAY });
      await put(memoryText([aMemory("npm ci"), splits, old, word("Readers want short titles.")]));
      const asked = { text: "Split the line: what the tests say of npm", now: NOW };
      const found = async (blob: string) => {
        const memories = await open().recall({ ...asked, blobs: new Map([["src/split.js", blob]]) });
        return memories.map(({ text }) => text);
      };
      const rest = "Readers want short titles.";
      expect(new Set(await found("b1"))).toEqual(new Set(["Setup works: npm ci.", "Splitting keeps empty fields.", rest]));
      expect((await found("b1")).at(-1)).toBe(rest);
      expect(await found("b2")).toEqual(["Setup works: npm ci.", rest]);
    },
  },
  {
    law: "a line that cannot be read is named, and nothing is written over it",
    async holds({ open, put }) {
      await put(`${memoryText([aMemory("npm ci")])}{}\n`);
      const attempts = [
        () => open().list(),
        () => open().recall({ text: "npm", now: NOW, blobs: NONE }),
        () => open().keep(LESSON, noTree),
        () => open().forget(memoryId("fact", "npm ci")),
      ];
      for (const attempt of attempts) {
        const error = await attempt().then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(error).toBeInstanceOf(Failure);
        expect(error).toMatchObject({ service: "journal", retryable: false, message: expect.stringContaining("line 2: ") });
      }
      await put(memoryText([aMemory("npm ci")]));
      expect(await ids(open())).toEqual([memoryId("fact", "npm ci")]);
    },
  },
];
