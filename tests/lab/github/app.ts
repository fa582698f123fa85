/** GitHub Apps: their keys, and what a JSON web token of theirs must look like. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import * as z from "zod";
import type { Permissions } from "../actions/dispatched.ts";
import type { AppOptions } from "./options.ts";

export interface App extends AppOptions {
  /** PEM, as GitHub gives it to the App's owner. */
  readonly privateKey: string;
  /** The account that it is installed on. */
  readonly account: string;
  readonly login: string;
}

/** GitHub's own App whose tokens are `GITHUB_TOKEN`. */
export const ACTIONS_PERMISSIONS: Permissions = {
  actions: "write",
  checks: "write",
  contents: "write",
  issues: "write",
  pull_requests: "write",
  statuses: "write",
};
const ACTIONS = { id: 15368, slug: "github-actions", clientId: "Iv1.github-actions", permissions: ACTIONS_PERMISSIONS };

const keys = new Map<string, string>();

/** Making a key takes longer than all else: an App keeps its own for as long as the process lives. */
function keyOf(slug: string): string {
  const made = keys.get(slug);
  if (made !== undefined) return made;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  keys.set(slug, pem);
  return pem;
}

/** An App with its key, installed on an account. */
export function appOf(options: AppOptions, account: string): App {
  const permissions: Permissions = { ...options.permissions, metadata: "read" };
  return { ...options, permissions, account, privateKey: keyOf(options.slug), login: `${options.slug}[bot]` };
}

/** The App behind `GITHUB_TOKEN`, installed on an account. */
export function actionsAppOf(account: string, installation: number): App {
  return appOf({ ...ACTIONS, installation }, account);
}

/** GitHub allows ten minutes from now (https://docs.github.com/apps, "Generating a JSON Web Token"). */
const LONGEST_SECONDS = 600;

const Claims = z.object({ iss: z.union([z.string(), z.number()]).optional(), iat: z.unknown().optional(), exp: z.unknown().optional() });

/** The App that a JSON web token speaks for, or GitHub's reason to refuse it. Whether the App exists is told apart from its signature. */
export function appOfJwt(jwt: string, apps: readonly App[]): App | { readonly status: number; readonly message: string } {
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const claims = Claims.safeParse(json(payload));
  if (!claims.success) return undecodable();
  const now = Date.now() / 1000;
  const { iss, iat, exp } = claims.data;
  if (iss === undefined) return { status: 401, message: "Missing 'issuer' claim ('iss') in assertion" };
  if (typeof exp !== "number" || exp <= now)
    return {
      status: 401,
      message: "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    };
  if (exp - now > LONGEST_SECONDS) return { status: 401, message: "'Expiration time' claim ('exp') is too far in the future" };
  if (typeof iat !== "number" || iat > now + 1)
    return { status: 401, message: "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued" };
  const app = apps.find(({ id, clientId }) => String(iss) === String(id) || iss === clientId);
  if (!app) return { status: 404, message: "Integration not found" };
  const signed = verify("RSA-SHA256", Buffer.from(`${header}.${payload}`), publicKeyOf(app), Buffer.from(signature, "base64url"));
  return signed ? app : undecodable();
}

/** A JSON web token that the emulator behind the gateway accepts: it knows numeric ids only. */
export function jwtOf({ id, privateKey }: App): string {
  const now = Math.floor(Date.now() / 1000);
  const text = [
    { alg: "RS256", typ: "JWT" },
    { iat: now - 30, exp: now + 500, iss: String(id) },
  ]
    .map(encoded)
    .join(".");
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), createPrivateKey(privateKey)).toString("base64url")}`;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function publicKeyOf({ privateKey }: App): KeyObject {
  return createPublicKey(privateKey);
}

function undecodable(): { readonly status: number; readonly message: string } {
  return { status: 401, message: "A JSON web token could not be decoded" };
}

function json(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, "base64url").toString());
  } catch {
    return null;
  }
}
