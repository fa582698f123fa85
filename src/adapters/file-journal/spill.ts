/** Keeps lines of the history at 4 KiB: a longer payload lies in a file named by its hash (architecture 5). */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { moveFile, syncFolder, textOf, writeSynced } from "./durable.ts";

/** Bytes of one line, its newline not counted. */
const LINE = 4096;

const POINTER = /^[0-9a-f]{64}$/;

export type Restored = { readonly kind: "lines"; readonly text: string } | { readonly kind: "broken"; readonly why: string };

/** Replaces the payload of a long line by the hash of a file in `blobs`, written and on disk before this returns. Idempotent. */
export async function spill(blobs: string, line: string): Promise<string> {
  if (Buffer.byteLength(line) <= LINE) return line;
  const fields = parse(line);
  if (fields === null || !("payload" in fields)) throw new Error("bug: a line of the history is no object with a payload");
  const payload = JSON.stringify(fields["payload"]);
  const sha = hash(payload);
  await mkdir(blobs, { recursive: true, mode: 0o700 });
  const path = join(blobs, `${sha}.json`);
  await writeSynced(`${path}.new`, payload);
  await moveFile(`${path}.new`, path);
  await syncFolder(join(blobs, ".."));
  return JSON.stringify({ ...fields, payload: { blob: sha } });
}

/** Puts the payloads back. A file that is missing or does not hash to its name breaks the history; it is not guessed at. */
export async function restore(blobs: string, text: string): Promise<Restored> {
  if (!text.includes('"blob"')) return { kind: "lines", text };
  const lines: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const whole = await restoreLine(blobs, line);
    if (whole.sha !== null) {
      const why = `line ${index + 1}: the payload blobs/${whole.sha}.json is missing or changed; put the file back`;
      return { kind: "broken", why };
    }
    lines.push(whole.line);
  }
  return { kind: "lines", text: lines.join("\n") };
}

/** `sha`: of the payload that is not there; null when the line is whole. */
async function restoreLine(blobs: string, line: string): Promise<{ readonly line: string; readonly sha: string | null }> {
  const fields = line.includes('"blob"') ? parse(line) : null;
  const sha = fields === null ? null : pointerOf(fields["payload"]);
  if (sha === null) return { line, sha: null };
  const payload = await readBlob(blobs, sha);
  return payload === null ? { line, sha } : { line: withPayload(fields, JSON.parse(payload)), sha: null };
}

function withPayload(fields: Readonly<Record<string, unknown>> | null, payload: unknown): string {
  return JSON.stringify({ ...fields, payload });
}

async function readBlob(blobs: string, sha: string): Promise<string | null> {
  const text = await textOf(join(blobs, `${sha}.json`));
  return text !== null && hash(text) === sha ? text : null;
}

function pointerOf(payload: unknown): string | null {
  if (typeof payload !== "object" || payload === null || !("blob" in payload) || Object.keys(payload).length !== 1) return null;
  return typeof payload.blob === "string" && POINTER.test(payload.blob) ? payload.blob : null;
}

/** The line's fields in their order; null when it is no JSON object, which is for the reader of lines to complain of. */
function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
