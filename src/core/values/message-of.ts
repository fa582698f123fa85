/** Turns a thrown value of any type into a message. */

/** The message of an error; whatever else was thrown, as text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
