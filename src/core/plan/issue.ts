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

/** The text of an issue, title and body, as every reader of it takes it: models, people, and the gates. */
export function issueText({ title, body }: Pick<Issue, "title" | "body">): string {
  return `${title}\n\n${body}`;
}

/**
 * Makes the alias of a run from a title: lower-case words with hyphens, 3 to 40 characters; `issue` where fewer are
 * left.
 */
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

/** The id of a run, `<alias>-<yyyyMMdd-HHmmss>` in UTC. `iso`: when the run began, in ISO 8601. */
export function runIdOf(alias: string, iso: string): string {
  const [day = "", time = ""] = iso.split("T");
  return `${alias}-${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}
