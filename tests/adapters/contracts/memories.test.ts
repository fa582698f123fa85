/** The memories of a repository in a file and in a test's own memory: the contract, and what is true of one of them only. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type MemoryPlace, memoriesAt, type TextVersion } from "#adapters/memory/memories.ts";
import { memoryFile } from "#adapters/memory/memory-file.ts";
import { searchMemories } from "#adapters/memory/memory-search.ts";
import { systemClock } from "#adapters/system-clock.ts";
import type { Memory } from "#core/plan/memory.ts";
import { aLesson, aMemory, learned } from "../../builders/memory.ts";
import { memoryMemories, memoryShelf } from "../../fakes/memory-memories.ts";
import { MEMORIES_LAWS } from "./memories-contract.ts";

const NO_TREE = (): Promise<never> => Promise.reject(new Error("nobody needs the files"));
const LESSON = aLesson({ learned: [learned("npm ci")] });

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "loopwright-memory-test-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

it.each(MEMORIES_LAWS)("in a test's memory: $law [S3.32, S3.42]", async ({ holds }) => {
  const shelf = memoryShelf();
  await holds({
    open: () => memoryMemories(shelf),
    put: async (text) => {
      shelf.text = text;
    },
  });
});

it.each(MEMORIES_LAWS)("in a file: $law [S3.32, S3.42, M0.03]", async ({ holds }) => {
  const path = join(await folder(), "loopwright", "memory.jsonl");
  await holds({
    open: () => memoriesAt(memoryFile(path, systemClock)),
    put: async (text) => {
      await mkdir(join(path, ".."), { recursive: true });
      await writeFile(path, text);
    },
  });
});

it("leaves one file of one line a memory, and nothing beside it", async () => {
  const made = await folder();
  await memoriesAt(memoryFile(join(made, "memory.jsonl"), systemClock)).keep(LESSON, NO_TREE);
  expect(await readdir(made)).toEqual(["memory.jsonl"]);
  expect(JSON.parse(await readFile(join(made, "memory.jsonl"), "utf8"))).toMatchObject({ kind: "fact", text: "Setup works: npm ci." });
});

it("says which file is in the way", async () => {
  const made = await folder();
  await mkdir(join(made, "memory.jsonl"));
  const memories = memoriesAt(memoryFile(join(made, "memory.jsonl"), systemClock));
  await expect(memories.list()).rejects.toMatchObject({ name: "Failure", service: "journal", retryable: false });
});

it("waits for another process, and names it when it does not let go", async () => {
  const made = await folder();
  const lock = join(made, "memory.jsonl.lock");
  const busy = `{"pid":${process.ppid},"since":1,"birth":null}\n`;
  await writeFile(lock, busy);
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async () => {
      now += 1000;
    },
  };
  const memories = memoriesAt(memoryFile(join(made, "memory.jsonl"), clock));
  await expect(memories.keep(LESSON, NO_TREE)).rejects.toMatchObject({
    retryable: true,
    message: expect.stringContaining(`${process.ppid}`),
  });
  const kind = { now: () => now, sleep: () => rm(lock) };
  await memoriesAt(memoryFile(join(made, "memory.jsonl"), kind)).keep(LESSON, NO_TREE);
  expect(await readdir(made)).toEqual(["memory.jsonl"]);
});

it("gives up where somebody else writes without end, and says so", async () => {
  let reads = 0;
  const place: MemoryPlace<TextVersion> = {
    name: "the busy shelf",
    read: async () => ({ text: "".padEnd(reads++, "\n") }),
    replace: async () => false,
  };
  await expect(memoriesAt(place).keep(LESSON, NO_TREE)).rejects.toMatchObject({
    retryable: true,
    message: expect.stringContaining("busy shelf"),
  });
  expect(reads).toBe(5);
});

/** The memories that share a word with the text. */
const sharing = (memories: readonly Memory[], text: string): Memory[] =>
  searchMemories(memories, text).flatMap(({ memory, score }) => (score > 0 ? [memory] : []));

it.each([
  ["the tests of split", ["test"]],
  ["TESTING", []],
  ["npm", ["setup", "test"]],
  ["it is the one that was", []],
  ["", []],
  ["'\"(){}[]\\ -- * ^", []],
])("finds by %j what shares a word that says something [S3.42]", (text, found) => {
  const memories = [
    aMemory("npm ci"),
    aMemory("x", { id: "m-0000000001", tags: ["test"], text: "npm test: the tests run, and it is quick." }),
    aMemory("y", { id: "m-0000000002", tags: [], text: "Readers want that one." }),
  ];
  expect(sharing(memories, text).map(({ tags }) => tags[0])).toEqual(found);
});

it("looks for two hundred words at most, however long the issue is", () => {
  const words = Array.from({ length: 200 }, (_, index) => `${index}`.padStart(3, "0"));
  const memories = [aMemory("x", { text: "The needle." })];
  expect(sharing(memories, [...words.slice(1), "needle", ...words].join(" "))).toEqual(memories);
  expect(sharing(memories, [...words, "needle"].join(" "))).toEqual([]);
});
