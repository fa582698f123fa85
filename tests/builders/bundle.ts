/** Bundles one program the way the product's build does, into a temporary folder: for tests that start a real process. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import { yamlData } from "../../rolldown.config.ts";

export interface Bundle {
  readonly file: string;
  remove(): Promise<void>;
}

/** `entry` is a path from the root of the repository. */
export async function bundle(entry: string): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), "loopwright-bundle-"));
  const file = join(folder, "program.mjs");
  await build({
    input: entry,
    platform: "node",
    transform: { target: "node20" },
    plugins: [yamlData],
    logLevel: "silent",
    output: { file, format: "esm", codeSplitting: false },
  });
  return { file, remove: () => rm(folder, { recursive: true }) };
}
