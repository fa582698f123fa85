/** Serves what rules look for: the files and texts that they name, and nothing else. */
import type { AttackBase, PatchedTexts } from "#core/attacks/demands/attack-base.ts";
import type { Demands } from "#core/attacks/demands/demands.ts";
import { withNote } from "./note.ts";

/** The files with these texts, without what must not be there. Pure. */
export function servedTexts({ coming, gone, texts, absent }: Demands, { texts: base }: AttackBase): PatchedTexts {
  const paths = [...new Set([...coming, ...texts.map(({ path }) => path), ...absent.map(({ path }) => path)])];
  const made = paths.map((path): readonly [string, string] => {
    const kept = absent.filter((one) => one.path === path && one.text !== "");
    const bare = kept.reduce((text, one) => text.replaceAll(one.text, ""), base.get(path) ?? "");
    const lines = texts.filter((one) => one.path === path).map(({ text }) => text);
    return [path, withNote(path, bare, lines)];
  });
  return new Map<string, string | null>([...gone.map((path) => [path, null] as const), ...made]);
}
