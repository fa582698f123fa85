/**
 * Measures how much a command adds to the disk of its folder: the file system is asked, which no name, hole or deleted
 * file can deceive.
 */
import { existsSync, statfsSync } from "node:fs";
import type { ProcessLimits } from "./limits.ts";

interface FreeSpace {
  readonly bytes: number;
  readonly files: number;
}

/** The free space; null for a missing folder. Some file systems count no files: there they cannot run out. */
function roomOf(folder: string): FreeSpace | null {
  if (!existsSync(folder)) return null;
  const { bavail, bsize, ffree } = statfsSync(folder);
  return { bytes: bavail * bsize, files: ffree };
}

/** Bytes that must stay free whatever the limits say: half of what was free, at most 1 GiB. */
const RESERVE = 1024 ** 3;

/**
 * Returns a function that is true once the disk of the folder has filled by more than the limits since now, or is
 * nearly full. Writes of other programs count as well: the limits are far above what a command needs. Never true for a
 * missing folder.
 */
export function diskWatch(folder: string, { disk, files }: Pick<ProcessLimits, "disk" | "files">): () => boolean {
  const before = roomOf(folder);
  const reserve = Math.min(RESERVE, (before?.bytes ?? 0) / 2);
  return () => {
    const now = roomOf(folder);
    if (before === null || now === null) return false;
    return before.bytes - now.bytes > disk || before.files - now.files > files || now.bytes < reserve;
  };
}
