/** The origin of a webhook: repository, installation and issue, checked against each other. */
import * as z from "zod";
import { parsePayload } from "./payload.ts";

/** A repository as GitHub reports it. */
export const RepositoryPayload = z.object({
  id: z.int(),
  name: z.string(),
  node_id: z.string(),
  default_branch: z.string(),
  owner: z.object({ login: z.string() }),
});

/** The installation of the App that a webhook is for. */
export const InstallationPayload = z.object({ id: z.int() });

/**
 * The address of the issue's repository, as GitHub reports it; payloads about pull requests and workflow runs do not
 * have it.
 */
const Subject = z.object({ repository_url: z.string().optional() }).optional();

const Place = z
  .object({ repository: RepositoryPayload, issue: Subject })
  .refine(isAtHome, { error: "it tells of an issue of another repository" });

const WebhookOrigin = z
  .object({ repository: RepositoryPayload, issue: Subject, installation: InstallationPayload })
  .refine(isAtHome, { error: "it tells of an issue of another repository" });

/** The origin of a webhook, with what a poll of an issue needs. */
export type WebhookOrigin = z.infer<typeof WebhookOrigin>;

/** True where the issue is of this repository: an issue of one repository never leads to the runs of another one. */
function isAtHome({
  repository: { owner, name },
  issue,
}: {
  repository: z.infer<typeof RepositoryPayload>;
  issue?: z.infer<typeof Subject>;
}): boolean {
  const at = issue?.repository_url;
  return at === undefined || at.toLowerCase().endsWith(`/repos/${owner.login}/${name}`.toLowerCase());
}

/** The repository and the issue of an event. Throws an `Error` for a payload of another shape. */
export function eventPlaceOf(payload: object): z.infer<typeof Place> {
  return parsePayload(Place, payload);
}

/**
 * True where a webhook names the installation that it is for. One that does not comes from a repository's own webhook,
 * not from our App: there is nothing to act as.
 */
export function namesInstallation(payload: object): boolean {
  return InstallationPayload.safeParse(Reflect.get(payload, "installation")).success;
}

/** The origin of a webhook. Throws an `Error` where it names no installation: there is nothing to act as. */
export function webhookOriginOf(payload: object): WebhookOrigin {
  return parsePayload(WebhookOrigin, payload);
}
