/** `action.yml`: what a JavaScript action needs and which programs it consists of. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";

const Input = z.looseObject({
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  deprecationMessage: z.string().optional(),
});

const ActionFile = z.looseObject({
  inputs: z.record(z.string(), Input.nullable()).default({}),
  runs: z.strictObject({
    using: z.enum(["node20", "node24"]),
    main: z.string(),
    pre: z.string().optional(),
    "pre-if": z.string().default("always()"),
    post: z.string().optional(),
    "post-if": z.string().default("always()"),
  }),
});

export type ActionFile = Readonly<z.output<typeof ActionFile>>;

/** Throws an `Error` that names the folder and what is wrong: no `action.yml`, or an action that is not JavaScript. */
export async function readAction(folder: string): Promise<ActionFile> {
  const file = ["action.yml", "action.yaml"].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file === undefined) throw new Error(`there is no action.yml in ${folder}; did the job check the repository out?`);
  const read = ActionFile.safeParse(parse(await readFile(file, "utf8")));
  if (read.success) return read.data;
  throw new Error(`${file}: this runner runs JavaScript actions of node20 and node24 only: ${z.prettifyError(read.error)}`);
}
