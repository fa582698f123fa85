/** Reads a history file at any path, for replaying and not for appending. */
import { dirname, resolve } from "node:path";
import type { Codec } from "#adapters/journal/codec.ts";
import type { History } from "#ports/journal.ts";
import { readTextOrNull } from "./durable.ts";
import { readHistory } from "./history-file.ts";

/** Reads `file` (relative to `folder`); payloads that were too long for a line come from `blobs/` beside it. */
export async function readHistoryFile(file: string, folder: string, codec: Codec): Promise<History> {
  const path = resolve(folder, file);
  return readHistory({ folder: dirname(path), codec }, await readTextOrNull(path));
}
