/** An App that a person makes of a manifest: GitHub gives a code for it, and its key for the code, once and within an hour. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { App } from "./app.ts";
import type { Lab } from "./lab.ts";
import { integrationOf } from "./objects/integration.ts";
import { on, type Route } from "./route.ts";
import { type Answer, NOT_FOUND } from "./rules/answer.ts";

/** https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest#github-app-manifest-parameters */
const Manifest = z.strictObject({
  name: z.string().min(1).max(34),
  url: z.url(),
  hook_attributes: z.strictObject({ url: z.url(), active: z.boolean().optional() }),
  redirect_url: z.url(),
  callback_urls: z.array(z.url()).max(10).optional(),
  setup_url: z.url().optional(),
  description: z.string().optional(),
  public: z.boolean().optional(),
  default_events: z.array(z.string()).optional(),
  default_permissions: z.record(z.string(), z.enum(["read", "write", "admin"])).optional(),
});

/** GitHub's page: it makes the lab's App whose permissions a manifest names, and gives a code. Throws where it would refuse. */
export function registrarOf({ codes }: Pick<Lab, "codes">, apps: readonly App[]): (manifest: string) => string {
  return (manifest) => {
    const code = randomUUID();
    codes.set(code, registered(manifest, apps));
    return code;
  };
}

function registered(text: string, apps: readonly App[]): App {
  const { default_permissions: wanted = {} } = Manifest.parse(JSON.parse(text));
  const isWanted = ({ permissions }: App): boolean =>
    JSON.stringify(Object.entries(permissions).sort()) === JSON.stringify(Object.entries({ ...wanted, metadata: "read" }).sort());
  const app = apps.find(isWanted);
  if (app === undefined) throw new Error(`the lab has no App with the permissions ${JSON.stringify(wanted)}`);
  return app;
}

/** https://docs.github.com/rest/apps/apps#create-a-github-app-from-a-manifest */
export const MANIFEST_ROUTES: readonly Route[] = [
  on("POST", "/app-manifests/{code}/conversions", async ({ lab, parameter }) => converted(parameter("code"), lab)),
];

function converted(code: string, lab: Lab): Answer {
  const app = lab.codes.get(code);
  if (app === undefined) return NOT_FOUND;
  lab.codes.delete(code);
  const shown = integrationOf(app, { login: app.account }, lab.url);
  const secrets = { client_secret: "c".repeat(40), webhook_secret: "f".repeat(40), pem: app.privateKey };
  return { status: 201, body: { ...shown, ...secrets } };
}
