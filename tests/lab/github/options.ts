/** What a loopback GitHub is started with. */
import type { Permissions, Runner } from "../actions/dispatched.ts";
import type { Deviation } from "./deviation.ts";
import type { Role } from "./rules/role.ts";

export interface AppOptions {
  readonly id: number;
  readonly slug: string;
  readonly clientId: string;
  readonly installation: number;
  /** What its installation was granted. `metadata: read` is always there. */
  readonly permissions: Permissions;
}

/** Contents of a file; `mode` 100644 where it is only text or only bytes. */
export type FileOptions = string | Uint8Array | { readonly text: string; readonly mode: "100644" | "100755" | "120000" };

export interface RepositoryOptions {
  readonly owner: string;
  readonly name: string;
  readonly private?: boolean;
  readonly topics?: readonly string[];
  /** The one commit on `main`, by path. */
  readonly files: Readonly<Record<string, FileOptions>>;
  /** By login. Who is not named may read a public repository and does not see a private one. */
  readonly roles: Readonly<Record<string, Role>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** The setting "Allow GitHub Actions to create and approve pull requests" (F26). */
  readonly actionsMayCreatePullRequests?: boolean;
  /** Whether Actions are on; they are where this is left out. */
  readonly actions?: boolean;
  /** Kinds of rules that its rulesets have for every branch, as the API names them. Shown, not enforced. */
  readonly branchRules?: readonly ("creation" | "required_signatures" | "non_fast_forward")[];
  /** What a ruleset or a protected branch says to whoever moves this ref; null where it lets them. GitHub's words, as people report them. */
  readonly rule?: (ref: string) => string | null;
}

/** What may go wrong with a delivery: sent twice with the same id, or never. */
export type DeliveryFault = "doubled" | "dropped";

export interface GitHubOptions {
  /** Signs the webhooks. */
  readonly secret: string;
  readonly apps: readonly AppOptions[];
  readonly repositories: readonly RepositoryOptions[];
  /** Personal tokens by login. */
  readonly users: Readonly<Record<string, string>>;
  /** Where webhooks go; asked at each delivery, null sends none. */
  readonly hookUrl: () => string | null;
  /** A fault for some deliveries; they all arrive once where it is absent. */
  readonly deliveryFault?: (delivery: { readonly event: string; readonly action: string | null }) => DeliveryFault | null;
  /** Answers some requests otherwise than GitHub does, to see that it is noticed; asked at each request, null for GitHub's own way. */
  readonly otherwise?: () => Deviation | null;
  /** Spoils the body of every answer, to see that it is found. */
  readonly answerFault?: (body: unknown) => unknown;
  readonly runner: Runner;
}
