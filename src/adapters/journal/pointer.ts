/** The text of `current.json`, which names the active run; the file is absent when none is active. */

/** The four fields of the file. `updatedAt` is an ISO date. */
export interface Pointer {
  readonly runId: string;
  readonly alias: string;
  readonly status: string;
  readonly updatedAt: string;
}

/** The text of `current.json`. Pure. */
export function pointerText({ runId, alias, status, updatedAt }: Pointer): string {
  return `${JSON.stringify({ active_run_id: runId, task_alias: alias, status, updated_at: updatedAt }, null, 2)}\n`;
}

/** Parses such a text; null when it cannot be parsed: the pointer is a hint, not the truth. Pure. */
export function pointerOf(text: string): Pointer | null {
  const fields = fieldsOf(text);
  const [runId, alias, status, updatedAt] = ["active_run_id", "task_alias", "status", "updated_at"].map((name) =>
    fields.get(name),
  );
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
