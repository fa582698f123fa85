/** Memories and lessons that look like real ones; a test names only what it is about. */
import type { LearnedMemory, Lesson } from "#core/outcome/lesson.ts";
import { type Memory, memoryId } from "#core/plan/memory.ts";

export const DAY = 86_400_000;
/** Some day; memories of these tests are born then. */
export const NOW = 1_800_000_000_000;

/** A fact of that key, seen in a run about issue 3. */
export function aMemory(key: string, overrides: Partial<Memory> = {}): Memory {
  const text = `Setup works: ${key}.`;
  const source = { runId: "sum-20260101-000000", issue: 3, by: "driver" };
  const life = { at: NOW, lastUsed: NOW, uses: 0, confidence: 0.8, stale: false };
  return { id: memoryId("fact", key), kind: "fact", text, tags: ["setup"], cites: [], source, ...life, ...overrides };
}

/** The same before it is kept. */
export function learned(key: string, overrides: Partial<LearnedMemory> = {}): LearnedMemory {
  const { id, text, tags, source, confidence } = aMemory(key);
  return { id, kind: "fact", text, tags, source, confidence, ...overrides };
}

/** The lesson of a run that began after `NOW` and ended a day later. */
export function aLesson(overrides: Partial<Lesson> = {}): Lesson {
  const ids = { learned: [], refuted: [], used: [] };
  return { runId: "later-20260102-000000", ...ids, verdict: null, since: NOW + 1, at: NOW + DAY, ...overrides };
}
