/**
 * Reads the configuration of workload identity from a server's or a command line's environment, by the names of
 * Anthropic's SDK. The identity token is in a file that an issuer renews.
 */
import { readFile } from "node:fs/promises";
import { Failure } from "#ports/failure.ts";
import type { Federation } from "./access.ts";

const RULE = "ANTHROPIC_FEDERATION_RULE_ID";
const ORGANIZATION = "ANTHROPIC_ORGANIZATION_ID";
const IDENTITY = "ANTHROPIC_IDENTITY_TOKEN_FILE";

/** Null where no rule is named. Throws an `Error` that names the missing variables. */
export function federationIn(env: Readonly<Record<string, string | undefined>>): Federation | null {
  const { [RULE]: ruleId, [ORGANIZATION]: organizationId = "", [IDENTITY]: path = "" } = env;
  if (!ruleId) return null;
  const missing = [ORGANIZATION, IDENTITY].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(`${RULE} is set without ${missing.join(" and ")}: set that too, or a key in its place`);
  return {
    ruleId,
    organizationId,
    serviceAccountId: env["ANTHROPIC_SERVICE_ACCOUNT_ID"] || undefined,
    workspaceId: env["ANTHROPIC_WORKSPACE_ID"] || undefined,
    identity: () => tokenIn(path),
  };
}

/** Reads the file each time: an issuer writes a new token before the old one expires. */
async function tokenIn(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new Failure("model", `${IDENTITY} is ${path}, and that file cannot be read`, { retryable: false, cause });
  });
  if (text.trim() === "")
    throw new Failure("model", `${IDENTITY} is ${path}, and that file is empty`, { retryable: false });
  return text.trim();
}
