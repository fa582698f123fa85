/** The port `Random` over the operating system's generator: good enough for keys. */
import { randomBytes } from "node:crypto";
import type { Random } from "#ports/random.ts";

/** Bytes from the operating system's generator. */
export const systemRandom: Random = {
  hex: (bytes) => randomBytes(bytes).toString("hex"),
};
