/** The machine's own source of randomness behind ports/random: fit for keys. */
import { randomBytes } from "node:crypto";
import type { Random } from "#ports/random.ts";

/** Bytes from the operating system's generator. */
export const systemRandom: Random = {
  hex: (bytes) => randomBytes(bytes).toString("hex"),
};
