/**
 * Keeps lines of the history within 4 KiB: a longer payload goes into a blob that is named by its hash. Each journal
 * decides where it stores blobs.
 */
import { createHash } from "node:crypto";
import { isMapping } from "#core/values/mapping.ts";

/** Bytes of one line, its newline not counted. */
const LINE = 4096;

const POINTER = /^[0-9a-f]{64}$/;

/** Texts by the SHA-256 of their bytes; the path of each is `blobs/<sha>.json`. */
export type Blobs = ReadonlyMap<string, string>;

/** The path of a blob beside `history.jsonl`. Pure. */
export function blobPath(sha: string): string {
  return `blobs/${sha}.json`;
}

/** A line that is short enough, and the blob with its payload where the line was too long. */
interface Spilled {
  readonly line: string;
  readonly blob: { readonly sha: string; readonly text: string } | null;
}

/** Replaces the payload of a long line by a pointer to a blob. Pure. */
export function spillLongLine(line: string): Spilled {
  if (Buffer.byteLength(line) <= LINE) return { line, blob: null };
  const fields = parse(line);
  if (fields === null || !("payload" in fields))
    throw new Error("bug: a line of the history is no object with a payload");
  const text = JSON.stringify(fields["payload"]);
  const sha = hash(text);
  return { line: JSON.stringify({ ...fields, payload: { blob: sha } }), blob: { sha, text } };
}

/** The hashes of all blobs that a text names, each once. Pure. */
export function blobsNamedIn(text: string): readonly string[] {
  const shas = text.split("\n").map((line) => shaOf(fieldsAt(line)));
  return [...new Set(shas.filter((sha) => sha !== null))];
}

/**
 * `text`: the lines with their payloads restored, up to the first that could not be; `broken` names that one, null when
 * all could.
 */
export interface RestoredText {
  readonly text: string;
  readonly broken: string | null;
}

/**
 * Restores the payloads. A blob that is missing or does not hash to its name breaks the history; nothing is guessed.
 * Pure.
 */
export function restoreLongLines(text: string, blobs: Blobs): RestoredText {
  const lines: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const fields = fieldsAt(line);
    const sha = shaOf(fields);
    const payload = sha === null ? null : (blobs.get(sha) ?? null);
    if (sha !== null && (payload === null || hash(payload) !== sha)) {
      const broken = `line ${index + 1}: the payload ${blobPath(sha)} is missing or changed`;
      return { text: lines.map((whole) => `${whole}\n`).join(""), broken };
    }
    lines.push(payload === null ? line : JSON.stringify({ ...fields, payload: JSON.parse(payload) }));
  }
  return { text: lines.join("\n"), broken: null };
}

/** The fields of a line that may name a blob; null for any other line, which need not be parsed. */
function fieldsAt(line: string): Readonly<Record<string, unknown>> | null {
  return line.includes('"blob"') ? parse(line) : null;
}

/** The hash that replaces the payload; null where the payload itself is in the line. */
function shaOf(fields: Readonly<Record<string, unknown>> | null): string | null {
  const payload = fields?.["payload"];
  if (typeof payload !== "object" || payload === null || !("blob" in payload) || Object.keys(payload).length !== 1)
    return null;
  return typeof payload.blob === "string" && POINTER.test(payload.blob) ? payload.blob : null;
}

/** The line's fields in their order; null when it is no JSON object, which the codec reports. */
function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isMapping(value) ? { ...value } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
