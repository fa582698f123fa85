/** Negative controls: the simulator is built with one protection of the product taken out, and must notice. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { type Plugin, rolldown } from "rolldown";
import * as z from "zod";
import { yamlData } from "../../../rolldown.config.ts";
import { Fault } from "../../claims/claim.ts";
import { readYaml } from "../../claims/files.ts";
import { ROOMY } from "./shares.ts";

const FILE = "tests/proofs/simulator/controls.yaml";
const PROGRAM = "tests/proofs/simulator/hunt-main.ts";

/**
 * `what`: what is wrong with the product then. `always`: why a law is broken by it where nothing goes wrong; absent where none may be.
 * `seed`: one that showed it when it was last looked for.
 */
const Control = z.strictObject({
  what: z.string(),
  always: z.string().optional(),
  seed: z.int().positive().default(1),
  plants: z.array(Fault).min(1),
});
export type Control = z.infer<typeof Control>;

/** All of them, by name. Throws where the file breaks the schema. */
export function controlsIn(root: string): Readonly<Record<string, Control>> {
  return readYaml(root, FILE, z.record(z.string(), Control));
}

/** What is wrong with a control before it is tried, as sentences: each place must be there once. */
export function misplaced(root: string, { plants }: Control): readonly string[] {
  return plants.flatMap(({ file, find }) => {
    const times = readFileSync(join(root, file), "utf8").split(find).length - 1;
    return times === 1 ? [] : [`${file}: ${JSON.stringify(find)} is there ${times} times`];
  });
}

/** What a hunt found: at which seed or stop, and the first law, null where all of them held; and the first law that is broken without a fault. */
const Hunt = z.object({ calm: z.string().nullable(), prey: z.object({ at: z.number(), law: z.string() }).nullable() });
type Hunt = z.infer<typeof Hunt>;

/** A control that was tried, in words. Noticed it must be, and where nothing goes wrong only as far as it says so: else it takes out more than it names. */
export function judged(
  { always }: Pick<Control, "always">,
  { calm, prey }: Hunt,
  unit: string,
): { readonly ok: boolean; readonly words: string } {
  if (calm !== null && always === undefined) return { ok: false, words: `BREAKS A LAW WITHOUT A FAULT: ${calm}` };
  if (prey === null) return { ok: false, words: "NOT CAUGHT" };
  if (calm === null && always !== undefined && unit === "seed")
    return { ok: false, words: `BREAKS NO LAW WITHOUT A FAULT, and says: ${always}` };
  return { ok: true, words: `caught at ${unit} ${prey.at}${calm === null ? "" : " (and without a fault)"}: ${prey.law}` };
}

/** Builds the simulator with the control in it, and lets it hunt for a broken law: in so many seeds, or in `stops`. */
export async function hunted(root: string, control: Control, tried: string): Promise<Hunt> {
  const folder = await mkdtemp(join(tmpdir(), "loopwright-control-"));
  try {
    const program = join(folder, "simulate.mjs");
    await build(root, control, program);
    const child = spawn(process.execPath, [...ROOMY, program, tried, String(control.seed)], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
    return Hunt.parse(JSON.parse(said));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function build(root: string, { plants }: Control, file: string): Promise<void> {
  const planted: Plugin = {
    name: "planted",
    transform: (code, id) => {
      const here = plants.filter((plant) => plant.file === relative(root, id));
      return here.length === 0 ? null : here.reduce((source, { find, replace }) => source.replace(find, () => replace), code);
    },
  };
  const bundle = await rolldown({ input: PROGRAM, cwd: root, platform: "node", plugins: [yamlData, planted] });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
}
