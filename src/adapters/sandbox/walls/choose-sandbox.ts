/**
 * Chooses the sandbox that this machine has and the configuration asks for; the caller decides what to do without one.
 */
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "./bubblewrap-sandbox.ts";
import { plainSandbox } from "./plain.ts";
import { probeSandbox } from "./probe.ts";
import type { Probe } from "./probe-facts.ts";

/** `open`: plain child processes; `wanted`: true when the configuration asks for them, and `advice` is "" then. */
export type SandboxChoice =
  | { readonly kind: "walls"; readonly sandbox: Sandbox }
  | {
      readonly kind: "open";
      readonly sandbox: Sandbox;
      readonly wanted: boolean;
      readonly why: string;
      readonly advice: string;
    };

/**
 * Probes once, by running a command in the sandbox, unless the caller has probed already. `hostFile`: absolute path of
 * `tool-host.mjs`. Never throws for an unsuitable machine.
 */
export async function chooseSandbox(
  hostFile: string,
  wanted: "required" | "none",
  probed?: Probe,
): Promise<SandboxChoice> {
  const options = { hostFile, limits: PROCESS_LIMITS };
  if (wanted === "none")
    return {
      kind: "open",
      sandbox: plainSandbox(options),
      wanted: true,
      why: "the configuration says sandbox: none",
      advice: "",
    };
  const probe = probed ?? (await probeSandbox());
  if (probe.kind === "bubblewrap") return { kind: "walls", sandbox: bubblewrapSandbox(options) };
  return { kind: "open", sandbox: plainSandbox(options), wanted: false, why: probe.why, advice: probe.advice };
}

/** The warning to show before anything runs without a sandbox. Pure. */
export function unsandboxedWarning({ why, advice }: Extract<SandboxChoice, { kind: "open" }>): string {
  return `commands run UNSANDBOXED, with your rights on this machine: ${why}. ${advice}`.trim();
}
