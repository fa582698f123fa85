/** What setup commands may reach, in words: whoever approves a plan approves this too. */
import type { Config } from "#core/config/config.ts";

/** Reads on after "setup". Pure. */
export function setupReach({ setup_network, setup_hosts }: Pick<Config, "setup_network" | "setup_hosts">): string {
  if (setup_network === "open") return "with the WHOLE network";
  return ["with the registries of packages", ...setup_hosts].join(", ");
}
