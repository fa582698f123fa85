/**
 * Reads the configuration of workload identity from a server's or a command line's environment. The identity token is
 * in a file that an issuer renews.
 */
import { readFile } from "node:fs/promises";
import type { FederationVariables } from "#core/config/providers.ts";
import { Failure } from "#ports/failure.ts";
import type { Federation } from "./access.ts";

/** Null where no rule is named, or there is no such way in. Throws an `Error` that names the missing variables. */
export function federationIn(
  env: Readonly<Record<string, string | undefined>>,
  variables: FederationVariables | null,
): Federation | null {
  if (variables === null) return null;
  const { rule, organization, identityFile, serviceAccount, workspace } = variables;
  const ruleId = env[rule];
  if (!ruleId) return null;
  const missing = [organization, identityFile].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(`${rule} is set without ${missing.join(" and ")}: set that too, or a key in its place`);
  return {
    ruleId,
    organizationId: env[organization] ?? "",
    serviceAccountId: env[serviceAccount] || undefined,
    workspaceId: env[workspace] || undefined,
    identity: () => tokenIn(env[identityFile] ?? "", identityFile),
  };
}

/** Reads the file each time: an issuer writes a new token before the old one expires. */
async function tokenIn(path: string, variable: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new Failure("model", `${variable} is ${path}, and that file cannot be read`, { retryable: false, cause });
  });
  if (text.trim() === "")
    throw new Failure("model", `${variable} is ${path}, and that file is empty`, { retryable: false });
  return text.trim();
}
