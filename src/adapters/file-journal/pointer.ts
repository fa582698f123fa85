/** `current.json` beside the run folders: which run is active; absent when none is (S1.13, S1.14). */
import { dirname, join } from "node:path";
import { removeFile, replaceFile, textOf } from "./durable.ts";

/** The four fields of S1.14. `updatedAt` is an ISO date. */
export interface Pointer {
  readonly runId: string;
  readonly alias: string;
  readonly status: string;
  readonly updatedAt: string;
}

/** Writes the pointer of the run in `folder`. Idempotent. */
export async function writePointer(folder: string, pointer: Pointer): Promise<void> {
  const fields = { active_run_id: pointer.runId, task_alias: pointer.alias, status: pointer.status, updated_at: pointer.updatedAt };
  const text = `${JSON.stringify(fields, null, 2)}\n`;
  if ((await textOf(placeOf(folder))) !== text) await replaceFile(placeOf(folder), text);
}

/** Takes the pointer away, unless it points at another run. Idempotent. */
export async function clearPointer(folder: string, runId: string): Promise<void> {
  const current = await readPointer(folder);
  if (current?.runId === runId) await removeFile(placeOf(folder));
}

/** The active run beside `folder`; null when there is none or when the file cannot be understood: it is a hint, not the truth. */
export async function readPointer(folder: string): Promise<Pointer | null> {
  const text = await textOf(placeOf(folder));
  if (text === null) return null;
  const fields = fieldsOf(text);
  const [runId, alias, status, updatedAt] = ["active_run_id", "task_alias", "status", "updated_at"].map((name) => fields.get(name));
  if (runId === undefined || alias === undefined || status === undefined || updatedAt === undefined) return null;
  return { runId, alias, status, updatedAt };
}

function fieldsOf(text: string): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    const all = typeof value === "object" && value !== null ? Object.entries(value) : [];
    return new Map(all.flatMap(([name, field]) => (typeof field === "string" ? [[name, field]] : [])));
  } catch (error) {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  }
}

function placeOf(folder: string): string {
  return join(dirname(folder), "current.json");
}
