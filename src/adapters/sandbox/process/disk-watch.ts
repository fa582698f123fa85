/** How much a command adds to the disk of its folder: asked of the file system, which no name, hole or deleted file can deceive (FS-11). */
import { existsSync, statfsSync } from "node:fs";
import type { ProcessLimits } from "./limits.ts";

interface Room {
  readonly bytes: number;
  readonly files: number;
}

/** What is free; null for a folder that is not there. Some file systems count no files: there nobody can run out of them. */
function roomOf(folder: string): Room | null {
  if (!existsSync(folder)) return null;
  const { bavail, bsize, ffree } = statfsSync(folder);
  return { bytes: bavail * bsize, files: ffree };
}

/** Bytes that stay free whatever the limits say: half of what was free, at most 1 GiB. */
const RESERVE = 1024 ** 3;

/**
 * Gives what says whether the disk of the folder has filled by more than the limits since now, or is nearly full. What others write
 * there meanwhile counts as well: the limits are far from what a command needs. Never for a folder that is not there.
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
