/** What comes of a command, before it is written down. */
import { expect, it } from "vitest";
import { NO_WORKSPACE } from "#adapters/absent.ts";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";
import { perform } from "#loop/engine/perform.ts";
import { Failure } from "#ports/failure.ts";
import { aRun } from "../../builders/run.ts";
import type { Bench } from "../bench.ts";

const OWN = "sk-own-9f8e7d6c5b4a3f2e1d0cAbCdEfGhIjKl";
const FOREIGN = `ghp_${"aB3".repeat(12)}`;

/** A kit whose workspace fails with these words; nothing else of it is used. */
function failing(words: string): Bench["kit"] {
  const setup = () => Promise.reject(new Failure("git", words, { retryable: false }));
  const kit = {
    workspace: { ...NO_WORKSPACE, setup },
    model: { price: () => null, reply: setup },
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    tell: () => undefined,
    redact: secretGuardOver([OWN]).hide,
    signal: new AbortController().signal,
  };
  return kit as unknown as Bench["kit"];
}

it.each([
  ["of ours", OWN],
  ["of ours, in base64", Buffer.from(OWN).toString("base64")],
  ["of others", FOREIGN],
])("an event holds no secret %s, so neither journal nor comment nor log gets one [OUT-02]", async (_whose, secret) => {
  const events = await perform({ kind: "setup" }, aRun(), failing(`it said ${secret}, and ended`));
  expect(events).toMatchObject([{ kind: "phase_error", message: "it said [hidden], and ended" }]);
});
