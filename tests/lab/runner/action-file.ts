/** `action.yml`: what an action needs, and the programs or scripts that it consists of. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";

const Input = z.looseObject({
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  deprecationMessage: z.string().optional(),
});

const Inputs = z.record(z.string(), Input.nullable()).default({});

const JavaScript = z.looseObject({
  inputs: Inputs,
  runs: z.strictObject({
    using: z.enum(["node20", "node24"]),
    main: z.string(),
    pre: z.string().optional(),
    "pre-if": z.string().default("always()"),
    post: z.string().optional(),
    "post-if": z.string().default("always()"),
  }),
});

/** https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax#runs-for-composite-actions, scripts alone. */
const Composite = z.looseObject({
  runs: z.strictObject({
    using: z.literal("composite"),
    steps: z.array(z.strictObject({ name: z.string().optional(), shell: z.enum(["bash", "sh"]), run: z.string() })).min(1),
  }),
});

export type JavaScriptAction = Readonly<z.output<typeof JavaScript>>;
export type CompositeAction = Readonly<z.output<typeof Composite>>;

/** Throws an `Error` that names the folder and what is wrong: no `action.yml`, or an action of another kind. */
export async function readAction(folder: string): Promise<JavaScriptAction | CompositeAction> {
  const file = ["action.yml", "action.yaml"].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file === undefined) throw new Error(`there is no action.yml in ${folder}; did the job check the repository out?`);
  const given: unknown = parse(await readFile(file, "utf8"));
  const composite = Composite.safeParse(given);
  if (composite.success) return composite.data;
  const read = JavaScript.safeParse(given);
  if (read.success) return read.data;
  throw new Error(
    `${file}: this runner runs JavaScript actions of node20 and node24, and composite ones of scripts, only: ${z.prettifyError(read.error)}`,
  );
}
