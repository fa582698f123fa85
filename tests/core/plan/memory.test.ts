/** What is kept of runs, for how long it counts, and when it is no longer shown. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { citedFilesIn, pathsIn } from "#core/outcome/cited-files.ts";
import type { Lesson } from "#core/outcome/lesson.ts";
import { memoryText, readMemories } from "#core/outcome/memory-lines.ts";
import { lessonNeedsTree, MAX_MEMORIES, mergeMemories } from "#core/outcome/merge-memories.ts";
import {
  bestMemories,
  isMemoryCurrent,
  Memory,
  memoryId,
  memoryStrengthAt,
  RecalledMemory,
  recalledMemoryOf,
  showableMemories,
} from "#core/plan/memory.ts";
import { aLesson, aMemory, DAY, learned, NOW } from "../../builders/memory.ts";

const BLOBS = new Map([
  ["src/split.js", "b1"],
  ["README.md", "b2"],
]);
const CITES = [{ path: "src/split.js", blob: "b1" }];

it("halves what a memory counts with every 90 days without use, and never counts the future [S3.43]", () => {
  const memory = aMemory("npm ci");
  expect([0, 90, 180].map((days) => memoryStrengthAt(memory, NOW + days * DAY))).toEqual([0.8, 0.4, 0.2]);
  expect(memoryStrengthAt(memory, NOW - DAY)).toBe(0.8);
  fc.assert(
    fc.property(fc.nat(4000), fc.nat(4000), (a, b) => {
      const [soon, late] = [Math.min(a, b), Math.max(a, b)];
      expect(memoryStrengthAt(memory, NOW + soon * DAY)).toBeGreaterThanOrEqual(memoryStrengthAt(memory, NOW + late * DAY));
    }),
  );
});

it.each<{ when: string; memory: Partial<Memory>; shown: boolean }>([
  { when: "it is new", memory: {}, shown: true },
  { when: "it counts exactly 0.3", memory: { confidence: 0.3 }, shown: true },
  { when: "it counts less", memory: { confidence: 0.299 }, shown: false },
  { when: "nobody used it for 128 days", memory: { lastUsed: NOW - 128 * DAY }, shown: false },
  { when: "it cites a file that is as it was", memory: { cites: CITES }, shown: true },
  { when: "a cited file has changed", memory: { cites: [{ path: "src/split.js", blob: "b9" }] }, shown: false },
  { when: "a cited file is gone", memory: { cites: [...CITES, { path: "src/gone.js", blob: "b1" }] }, shown: false },
  { when: "it was marked stale", memory: { stale: true }, shown: false },
])("shows a memory when $when: $shown [S3.42, S3.43]", ({ memory, shown }) => {
  expect(showableMemories([aMemory("npm ci", memory)], { now: NOW, blobs: BLOBS })).toHaveLength(shown ? 1 : 0);
});

it("shows at most five, the best first: how well it fits, weighed by its last use [S3.42, S3.43]", () => {
  const hit = (key: string, score: number, days: number) => ({ memory: aMemory(key, { lastUsed: NOW - days * DAY }), score });
  const hits = [
    hit("old and fitting", 9, 180),
    hit("new", 3, 0),
    hit("less", 1, 0),
    hit("newest", 4, 0),
    hit("e", 0.5, 0),
    hit("f", 0.4, 0),
  ];
  const names = bestMemories(hits, NOW).map(({ text }) => text.slice("Setup works: ".length, -1));
  expect(names).toEqual(["newest", "new", "old and fitting", "less", "e"]);
  const rest = [hit("weak", 0, 80), hit("shares a word", 1, 80), hit("strong", 0, 0)];
  expect(bestMemories(rest, NOW).map(({ text }) => text.slice("Setup works: ".length, -1))).toEqual(["shares a word", "strong", "weak"]);
  const twins = [hit("a", 1, 0), hit("b", 1, 0)];
  expect(bestMemories(twins, NOW)).toEqual(bestMemories([...twins].reverse(), NOW));
});

it("gives a plan the text, the id and where it comes from [S3.42]", () => {
  const shown = recalledMemoryOf(aMemory("npm ci"));
  expect(shown).toEqual({
    id: memoryId("fact", "npm ci"),
    text: "Setup works: npm ci.",
    from: { kind: "fact", runId: "sum-20260101-000000", issue: 3, by: "driver" },
  });
  expect(RecalledMemory.parse(shown)).toEqual(shown);
});

it.each([
  ["See src/split.js, `README.md` and (src/gone.js).", ["src/split.js", "README.md", "src/gone.js"]],
  ['Read "./src/split.js:12" twice: src/split.js!', ["src/split.js"]],
  ["Setup works: `npm ci`.", []],
  ["Nothing / . .. ... named", []],
  ["/etc/passwd is nobody's path", []],
])("finds the paths in %j [S3.32]", (text, paths) => {
  expect(pathsIn(text)).toEqual(paths);
  expect(citedFilesIn(text, BLOBS).map(({ path }) => path)).toEqual(paths.filter((path) => BLOBS.has(path)));
});

it("cites at most twenty files, each as it was", () => {
  const paths = Array.from({ length: 30 }, (_, index) => `a/${index}.js`);
  const blobs = new Map(paths.map((path) => [path, `of ${path}`]));
  const cites = citedFilesIn(paths.join(" "), blobs);
  expect([cites.length, cites[0], isMemoryCurrent({ ...aMemory("x"), cites }, blobs)]).toEqual([
    20,
    { path: "a/0.js", blob: "of a/0.js" },
    true,
  ]);
});

it("reads what it writes, one line a memory [S3.32, M0.03]", () => {
  const memories = [aMemory("npm ci", { cites: CITES }), aMemory("make deps", { text: 'two\nlines "quoted" \u2028' })];
  const text = memoryText(memories);
  expect(text.split("\n")).toHaveLength(3);
  expect(readMemories(text)).toEqual({ kind: "memories", memories });
  expect(readMemories("")).toEqual({ kind: "memories", memories: [] });
});

it("takes the later of two lines with one id", () => {
  const text = memoryText([aMemory("npm ci"), aMemory("npm ci", { uses: 2 })]);
  expect(readMemories(text)).toEqual({ kind: "memories", memories: [aMemory("npm ci", { uses: 2 })] });
});

it.each([
  ["\nnot json\n", "line 2: it is not JSON"],
  ["{}\n", "line 1: "],
  [memoryText([{ ...aMemory("npm ci"), confidence: 2 }]), "line 1: "],
  [memoryText([{ ...aMemory("npm ci"), id: "m-1" }]), "line 1: "],
])("does not guess what %j says", (text, why) => {
  expect(readMemories(text)).toEqual({ kind: "unreadable", why: expect.stringContaining(why) });
});

it("begins a memory with the time of its run, its files, and no use [S3.32]", () => {
  const one = learned("npm ci", { text: "src/split.js drops the last field." });
  const at = NOW + DAY;
  const begun = { ...one, cites: CITES, at, lastUsed: at, uses: 0, stale: false };
  expect(mergeMemories([], aLesson({ learned: [one] }), BLOBS)).toEqual([begun]);
  expect(mergeMemories([], aLesson({ learned: [one] }), null)).toEqual([{ ...begun, cites: [] }]);
  expect(Memory.parse(begun)).toEqual(begun);
});

it("trusts more what was seen again, and takes the newer words, files and source [S3.32]", () => {
  const source = { runId: "later-20260102-000000", issue: 4, by: "driver" };
  const again = learned("npm ci", { text: "Setup works: README.md says how.", source });
  const before = [aMemory("npm ci", { stale: true, confidence: 0.95, uses: 3 })];
  expect(mergeMemories(before, aLesson({ learned: [again] }), BLOBS)).toEqual([
    {
      ...aMemory("npm ci"),
      ...again,
      cites: [{ path: "README.md", blob: "b2" }],
      at: NOW + DAY,
      lastUsed: NOW + DAY,
      uses: 3,
      confidence: 1,
    },
  ]);
});

it("counts a use once, at the time of the run that used it [S3.43]", () => {
  const lesson = aLesson({ used: [memoryId("fact", "npm ci"), memoryId("fact", "forgotten")] });
  const after = mergeMemories([aMemory("npm ci"), aMemory("other")], lesson, null);
  expect(after).toEqual([aMemory("npm ci", { uses: 1, lastUsed: NOW + DAY }), aMemory("other")]);
  expect(mergeMemories(after ?? [], lesson, null)).toBeNull();
});

it.each<{ when: string; lesson: Partial<Lesson>; confidence: number }>([
  { when: "the run helps", lesson: { verdict: "helped" }, confidence: 0.9 },
  { when: "the run had to be corrected", lesson: { verdict: "corrected" }, confidence: 0.6 },
  { when: "the run says nothing", lesson: { verdict: null }, confidence: 0.8 },
  { when: "a maintainer said it again", lesson: { verdict: "corrected", learned: [learned("npm ci")] }, confidence: 0.9 },
])("trusts a memory that was shown $confidence when $when", ({ lesson, confidence }) => {
  const after = mergeMemories([aMemory("npm ci"), aMemory("other")], aLesson({ used: [memoryId("fact", "npm ci")], ...lesson }), null);
  expect(after?.map((memory) => memory.confidence)).toEqual([confidence, 0.8]);
});

it("takes out what was shown and of no use, after three runs that had to be corrected", () => {
  const ids = [memoryId("fact", "npm ci")];
  let left: readonly Memory[] = [aMemory("npm ci"), aMemory("other")];
  const trusted: number[] = [];
  for (let day = 1; left.length === 2; day += 1) {
    left = mergeMemories(left, aLesson({ used: ids, verdict: "corrected", at: NOW + day * DAY }), null) ?? left;
    trusted.push(left[0]?.confidence ?? 0);
  }
  expect([trusted, left]).toEqual([[0.6, 0.4, 0.8], [aMemory("other")]]);
});

it("takes out what was seen to be otherwise", () => {
  expect(mergeMemories([aMemory("npm ci"), aMemory("other")], aLesson({ refuted: [memoryId("fact", "npm ci")] }), null)).toEqual([
    aMemory("other"),
  ]);
});

it.each([
  { when: "its file has changed", cites: [{ path: "src/split.js", blob: "b9" }], at: NOW, stale: true },
  { when: "its file is as it was", cites: CITES, at: NOW, stale: false },
  { when: "it is younger than the run", cites: [{ path: "src/split.js", blob: "b9" }], at: NOW + 2, stale: false },
])("marks a memory stale when $when: $stale", ({ cites, at, stale }) => {
  const before = [aMemory("npm ci", { cites, at })];
  const after = mergeMemories(before, aLesson(), BLOBS) ?? before;
  expect(after).toEqual([aMemory("npm ci", { cites, at, stale })]);
});

it("asks for the files of the base only where one is cited", () => {
  const cited = aMemory("npm ci", { cites: CITES });
  expect(lessonNeedsTree([aMemory("npm ci"), { ...cited, stale: true }], aLesson({ learned: [learned("npm ci")] }))).toBe(false);
  expect(lessonNeedsTree([cited], aLesson())).toBe(true);
  expect(lessonNeedsTree([], aLesson({ learned: [learned("x", { text: "see src/split.js" })] }))).toBe(true);
});

it("keeps at most 500: what is stale goes first, then what counts least", () => {
  const many = Array.from({ length: MAX_MEMORIES - 1 }, (_, index) => aMemory(`${index}`));
  const [stale, weak] = [aMemory("stale", { stale: true }), aMemory("weak", { confidence: 0.4 })];
  const after = mergeMemories([stale, weak, ...many], aLesson({ learned: [learned("new")] }), null) ?? [];
  expect([after.length, after.slice(0, 2), after.at(-1)?.id]).toEqual([MAX_MEMORIES, many.slice(0, 2), memoryId("fact", "new")]);
});

const lessons = fc.record({
  runId: fc.constant("later-20260102-000000"),
  learned: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }).map((keys) => keys.map((key) => learned(key))),
  refuted: fc.uniqueArray(fc.constantFrom("d", "e"), { maxLength: 2 }).map((keys) => keys.map((key) => memoryId("fact", key))),
  used: fc.uniqueArray(fc.constantFrom("a", "d", "f"), { maxLength: 3 }).map((keys) => keys.map((key) => memoryId("fact", key))),
  verdict: fc.constantFrom("helped", "corrected", null),
  since: fc.constant(NOW - DAY),
  at: fc.integer({ min: NOW, max: NOW + DAY }),
});

it("keeping a lesson twice is keeping it once, whatever was learned between [S3.32]", () => {
  fc.assert(
    fc.property(fc.array(lessons, { maxLength: 4 }), lessons, (earlier, lesson) => {
      const kept = earlier.reduce<readonly Memory[]>((memories, one) => mergeMemories(memories, one, null) ?? memories, []);
      const once = mergeMemories(kept, lesson, null) ?? kept;
      expect(mergeMemories(once, lesson, null)).toBeNull();
      expect(readMemories(memoryText(once))).toEqual({ kind: "memories", memories: once });
    }),
  );
});
