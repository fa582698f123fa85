/** Reads and writes single files for the tool host. Synchronous: the host does one thing at a time. */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Refused } from "#ports/tool-access.ts";
import { existingPath, unfollowedPath, withRefusals, writablePath } from "./host-path.ts";
import { plainText } from "./plain-text.ts";
import { BYTES_LIMIT, TEXT_LIMIT } from "./protocol.ts";

/** Does not wait for the other end of a pipe, and does not follow a link that was put there after the check. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Opens a regular file for `work`, and closes it afterwards. Throws `Refused` for anything else. */
export function withFile<T>(real: string, path: string, work: (descriptor: number, size: number) => T): T {
  return withRefusals(path, () => {
    const descriptor = openSync(real, READ);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile())
        throw new Refused(`${JSON.stringify(path)} is ${stats.isDirectory() ? "a folder" : "not a file"}.`);
      return work(descriptor, stats.size);
    } finally {
      closeSync(descriptor);
    }
  });
}

function content(real: string, path: string, limit: number): Buffer {
  return withFile(real, path, (descriptor, size) => {
    if (size > limit) throw new Refused(`${JSON.stringify(path)} has ${size} bytes, at most ${limit} can be read.`);
    return readFileSync(descriptor);
  });
}

/** The whole file as text. Throws `Refused`: missing, a folder, over 10 MB, or not text (a NUL byte, invalid UTF-8). */
export function readText(root: string, path: string): string {
  return plainText(path, content(existingPath(root, path), path, TEXT_LIMIT));
}

/**
 * The bytes of a file, or a symbolic link's target, wherever that leads. Throws `Refused` as `readText`; the limit is
 * 50 MB.
 */
export function readBytes(root: string, path: string): Buffer {
  const full = unfollowedPath(root, path);
  const isLink = withRefusals(path, () => lstatSync(full)).isSymbolicLink();
  return isLink
    ? withRefusals(path, () => readlinkSync(full, { encoding: "buffer" }))
    : content(full, path, BYTES_LIMIT);
}

/** The mode of new content: an executable stays one, a new file is like another; every other bit is dropped. */
function modeFor(real: string, like: string | null): number {
  const found =
    statSync(real, { throwIfNoEntry: false }) ??
    (like === null ? undefined : statSync(like, { throwIfNoEntry: false }));
  return found !== undefined && (found.mode & 0o100) !== 0 ? 0o755 : 0o644;
}

/**
 * Creates or replaces a file whole, by a rename: a reader sees the old content or the new. Idempotent. Throws
 * `Refused`.
 */
export function writeText(root: string, path: string, text: string, like: string | null): null {
  const size = Buffer.byteLength(text);
  if (size > TEXT_LIMIT) throw new Refused(`The content has ${size} bytes, at most ${TEXT_LIMIT} can be written.`);
  const model = like === null ? null : existingPath(root, like);
  if (like !== null && model !== null) withFile(model, like, () => null);
  const real = writablePath(root, path);
  const temporary = join(dirname(real), `.loopwright-${randomUUID()}.tmp`); // as `isUnfinished` knows it
  return withRefusals(path, () => {
    try {
      writeFileSync(temporary, text, { mode: modeFor(real, model), flag: "wx" });
      renameSync(temporary, real);
    } finally {
      rmSync(temporary, { force: true });
    }
    return null;
  });
}

/** Removes a file or a link, not the link's target. Idempotent. Throws `Refused` for a folder. */
export function removeHostFile(root: string, path: string): null {
  const full = unfollowedPath(root, path);
  return withRefusals(path, () => {
    if (lstatSync(full, { throwIfNoEntry: false })?.isDirectory() === true)
      throw new Refused(`${JSON.stringify(path)} is a folder.`);
    rmSync(full, { force: true });
    return null;
  });
}
