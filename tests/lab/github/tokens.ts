/** Who asks: every token that this GitHub gave out, and what it may do. Unknown and expired ones are refused (the emulator takes any). */
import type { Permissions } from "../actions/dispatched.ts";
import { type App, appOfJwt } from "./app.ts";
import { type Answer, refusal } from "./rules/answer.ts";

export type Actor =
  | { readonly kind: "anonymous"; readonly login: "" }
  | { readonly kind: "user"; readonly login: string; readonly token: string }
  | { readonly kind: "app"; readonly login: string; readonly app: App }
  | Installation;

/** An App's or a workflow's token. */
export interface Installation {
  readonly kind: "installation";
  readonly login: string;
  readonly app: App;
  readonly token: string;
  readonly permissions: Permissions;
  /** Full names; null = all of the account. */
  readonly repositories: readonly string[] | null;
}

export interface Tokens {
  /** Who an `Authorization` header speaks for, or a refusal. */
  actorOf(authorization: string | undefined): Actor | { readonly refused: Answer };
  add(actor: Installation): void;
  /** From now on the token is refused: it expired, was revoked, or its workflow run ended. */
  expire(token: string): void;
}

const ANONYMOUS: Actor = { kind: "anonymous", login: "" };

/** `users`: personal tokens by login. */
export function tokensOf(users: Readonly<Record<string, string>>, apps: readonly App[]): Tokens {
  const known = new Map<string, Actor>(Object.entries(users).map(([login, token]) => [token, { kind: "user", login, token }]));
  return {
    actorOf(authorization) {
      if (authorization === undefined) return ANONYMOUS;
      const token = tokenOf(authorization);
      if (/^ey[^.]*\.[^.]*\.[^.]*$/.test(token)) return appActor(token, apps);
      return known.get(token) ?? { refused: refusal(401, "Bad credentials") };
    },
    add: (actor) => void known.set(actor.token, actor),
    expire: (token) => void known.delete(token),
  };
}

/** `Bearer`, `token`, or Basic with the token as password, as git sends it. */
function tokenOf(authorization: string): string {
  const [scheme = "", value = ""] = authorization.split(" ");
  if (scheme.toLowerCase() !== "basic") return value;
  const pair = Buffer.from(value, "base64").toString();
  return pair.slice(pair.indexOf(":") + 1);
}

function appActor(token: string, apps: readonly App[]): Actor | { readonly refused: Answer } {
  const app = appOfJwt(token, apps);
  return "message" in app ? { refused: refusal(app.status, app.message) } : { kind: "app", login: app.slug, app };
}
