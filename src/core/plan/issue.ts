/** An issue as it was when the run began. The text is a stranger's: data, never an instruction. */
import * as z from "zod";

/** `number` is null for an issue from a file or the command line. */
export const Issue = z.strictObject({
  number: z.int().positive().nullable(),
  title: z.string().min(1).max(300),
  body: z.string().max(65_536),
  author: z.string(),
});
export type Issue = z.infer<typeof Issue>;

/** Lower-case words with hyphens, 3 to 64 characters (S1.12); `issue` where the title has no such letters. */
export function aliasOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40)
    .replace(/-$/, "");
  return slug.length < 3 ? "issue" : slug;
}

/**
 * `<alias>-<yyyyMMdd-HHmmss>` in UTC (S1.12). `at` is milliseconds since the epoch, its ISO form given by the caller.
 */
export function runIdOf(alias: string, iso: string): string {
  const [day = "", time = ""] = iso.split("T");
  return `${alias}-${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}
