/** Turns a webhook about a check run into the certificate of a verified head; null for every other check. */
import * as z from "zod";
import { CERTIFICATE_NAME, certifiedRunIn } from "#core/approval/certificate-id.ts";
import type { CertifiedHead } from "#loop/control/run/open-certified.ts";
import { parsePayload } from "./payload.ts";

/** `app` is null where the App was deleted. */
const CheckRun = z.object({
  name: z.string(),
  head_sha: z.string(),
  conclusion: z.string().nullable(),
  external_id: z.string().nullable(),
  app: z.object({ slug: z.string().optional() }).nullable(),
});

const CheckRunPayload = z.object({ check_run: CheckRun });

/**
 * The App of GitHub that a workflow's own token speaks for: of our jobs only `publish` may make a check
 * (https://docs.github.com/actions/security-for-github-actions/security-guides/automatic-token-authentication).
 */
const ACTIONS = "github-actions";

/** The verified head and its issue. Throws an `Error` for a payload of another shape. */
export function certifiedHeadOf(payload: object): { readonly issue: number; readonly certified: CertifiedHead } | null {
  const { name, head_sha: head, conclusion, external_id: id, app } = parsePayload(CheckRunPayload, payload).check_run;
  if (name !== CERTIFICATE_NAME || conclusion !== "success" || app?.slug !== ACTIONS) return null;
  const found = certifiedRunIn(id ?? "");
  return found && { issue: found.issue, certified: { runId: found.runId, head } };
}
