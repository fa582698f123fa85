/** Writes the App's number and secrets into files that only their owner can read. */
import { writeFile } from "node:fs/promises";
import * as z from "zod";

/**
 * What GitHub gives for the code of a manifest:
 * https://docs.github.com/en/rest/apps/apps#create-a-github-app-from-a-manifest
 */
export const Made = z.object({
  id: z.int().positive(),
  slug: z.string().regex(/^[a-z\d-]+$/),
  html_url: z.url({ protocol: /^https?$/ }),
  pem: z.string().includes("PRIVATE KEY"),
  webhook_secret: z.string().min(32),
});
export type Made = z.infer<typeof Made>;

const OWN = { mode: 0o600, flag: "wx" } as const;

/**
 * Writes `<file>` for `node --env-file` and the key beside it as `<file>.pem`. Throws `EEXIST` where one is there: a
 * key is never written over.
 */
export async function writeCredentials(file: string, { id, pem, webhook_secret: secret }: Made): Promise<void> {
  const key = `${file}.pem`;
  await writeFile(key, pem, OWN);
  await writeFile(file, `APP_ID=${id}\nPRIVATE_KEY_PATH=${key}\nWEBHOOK_SECRET=${secret}\n`, OWN);
}
