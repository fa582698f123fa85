/** A run whose plan waits for somebody's approval. */
import type { Run } from "#core/run/run.ts";
import { aRun } from "./run.ts";

/** `overrides` as in `aRun`. */
export const waiting = (overrides: Parameters<typeof aRun>[0] = {}): Run =>
  aRun({ stage: "awaiting_approval", approval: null, ...overrides });
