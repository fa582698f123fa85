/** Reads the file in which the runner hands the event's payload over. */
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { InputError } from "./input-error.ts";

const Payload = z.looseObject({});

/** The payload. Throws `InputError` for one that is no object: then the Action was not started by a runner. */
export async function payloadAt(path: string): Promise<object> {
  const payload = Payload.safeParse(JSON.parse(await readFile(path, "utf8")));
  if (payload.success) return payload.data;
  throw new InputError(`${path} tells of no event of GitHub's: use the Action in a workflow`);
}
