/** The file of an artifact, which one job of the workflow run writes and a later one reads. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** The most bytes of such a file; a longer one is not read. */
const LONGEST = 4 * 1024 ** 2;

/** Writes it, and its folder where there is none; an earlier one is overwritten. */
export async function writeArtifact(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

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
