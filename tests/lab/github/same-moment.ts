/** The emulator asks the clock twice for a new thing; a comment that nobody has touched must not look edited (GitHub gives one time). */

/** Milliseconds: no edit comes by HTTP so soon after the creation. */
const LAG = 2;

/** For `JSON.parse`: what was made and changed within this time was made, and not changed. Pure. */
export function sameMoment(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("created_at" in value) || !("updated_at" in value)) return value;
  const { created_at: created, updated_at: updated } = value;
  if (typeof created !== "string" || typeof updated !== "string") return value;
  const lag = Date.parse(updated) - Date.parse(created);
  return lag > 0 && lag <= LAG ? { ...value, updated_at: created } : value;
}
