/** Reads the file that an earlier job of the workflow run left as its artifact. */
import { readFile } from "node:fs/promises";

/** The most bytes of such a file; a longer one is not read. */
const LONGEST = 4 * 1024 ** 2;

/** Null where the job before left none, or one that it cannot have written. */
export async function artifactAt(file: string): Promise<string | null> {
  try {
    const bytes = await readFile(file);
    return bytes.length > LONGEST ? null : bytes.toString();
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR")) return null;
    throw error;
  }
}
