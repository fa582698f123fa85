/** One line of a history as it is stored, and as it is read back. */
import * as z from "zod";

/** Everything but `event` and `payload` is there for readers: on the way back those two alone count. */
const Line = z.strictObject({
  ts: z.iso.datetime(),
  run_id: z.string(),
  iteration: z.int().nonnegative(),
  level: z.string(),
  step: z.string(),
  event: z.string().max(60),
  status: z.enum(["ok", "error"]),
  payload: z.looseObject({}),
});
/** One line of a history. */
export type HistoryLine = z.infer<typeof Line>;

/** A history has few lines of many kinds: code made for each kind, as zod does by itself, costs more than it saves. */
export const ONCE_OR_TWICE = { jitless: true };

/** The seed says phase for level: written is `level`, read is either, but not both. */
const Phased = z
  .looseObject({ phase: z.string(), level: z.undefined().optional() })
  .transform(({ phase, ...line }) => ({ ...line, level: phase }));

/** What is written is read at once; only a line that does not fit may be one that says phase. */
export function lineIn(value: unknown): z.ZodSafeParseResult<HistoryLine> {
  const line = Line.safeParse(value, ONCE_OR_TWICE);
  if (line.success) return line;
  const phased = Phased.safeParse(value, ONCE_OR_TWICE);
  return phased.success ? Line.safeParse(phased.data, ONCE_OR_TWICE) : line;
}
