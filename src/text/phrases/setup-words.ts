/** Says which network setup commands may reach: the approver of a plan approves this too. */
import type { Config } from "#core/config/config.ts";

/** Continues a sentence after "setup". */
export function setupReach({ setup_network, setup_hosts }: Pick<Config, "setup_network" | "setup_hosts">): string {
  if (setup_network === "open") return "with the WHOLE network";
  return ["with the registries of packages", ...setup_hosts].join(", ");
}
