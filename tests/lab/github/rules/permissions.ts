/** What each operation needs: GitHub's "Permissions required for GitHub Apps" and "Repository roles for organizations". */
import type { Role } from "./role.ts";
import { type Template, templateOf } from "./template.ts";

export interface Rule {
  /** One of these is enough for a token. */
  readonly permissions: readonly string[];
  readonly level: "read" | "write";
  readonly role: Role;
  /** The author may as well, whatever the role. */
  readonly author?: boolean;
  /** A public repository does not show it to everybody: it takes the permission. */
  readonly signedIn?: boolean;
  /** `never`: people may not, Apps may. */
  readonly person?: "never";
}

interface Row extends Omit<Rule, "level"> {
  readonly methods: string;
  readonly path: string;
}

const ISSUES = ["issues", "pull_requests"];

const ROWS: readonly Row[] = [
  { methods: "GET", path: "collaborators/{username}/permission", permissions: ["metadata"], role: "read", signedIn: true },
  { methods: "POST", path: "issues", permissions: ["issues"], role: "read" },
  { methods: "PATCH", path: "issues/{number}", permissions: ISSUES, role: "triage", author: true },
  { methods: "POST", path: "issues/{number}/comments", permissions: ISSUES, role: "read" },
  { methods: "PATCH DELETE", path: "issues/comments/{id}", permissions: ISSUES, role: "write", author: true },
  { methods: "POST PUT DELETE", path: "issues/{number}/labels", permissions: ISSUES, role: "triage" },
  { methods: "DELETE", path: "issues/{number}/labels/{name}", permissions: ISSUES, role: "triage" },
  { methods: "POST DELETE", path: "issues/{number}/assignees", permissions: ISSUES, role: "triage" },
  { methods: "PUT DELETE", path: "issues/{number}/lock", permissions: ISSUES, role: "write" },
  { methods: "POST", path: "labels", permissions: ISSUES, role: "write" },
  { methods: "PATCH DELETE", path: "labels/{name}", permissions: ISSUES, role: "write" },
  { methods: "POST", path: "issues/{number}/reactions", permissions: ISSUES, role: "read" },
  { methods: "POST", path: "issues/comments/{id}/reactions", permissions: ISSUES, role: "read" },
  { methods: "DELETE", path: "issues/{number}/reactions/{id}", permissions: ISSUES, role: "read" },
  { methods: "DELETE", path: "issues/comments/{id}/reactions/{id}", permissions: ISSUES, role: "read" },
  { methods: "POST PATCH DELETE", path: "git/{path}", permissions: ["contents"], role: "write" },
  { methods: "POST PATCH DELETE", path: "releases", permissions: ["contents"], role: "write" },
  { methods: "POST PATCH DELETE", path: "releases/{path}", permissions: ["contents"], role: "write" },
  { methods: "PUT DELETE", path: "contents/{path}", permissions: ["contents"], role: "write" },
  { methods: "POST", path: "pulls", permissions: ["pull_requests"], role: "write" },
  { methods: "PATCH", path: "pulls/{number}", permissions: ["pull_requests"], role: "write", author: true },
  { methods: "PUT", path: "pulls/{number}/merge", permissions: ["contents"], role: "write" },
  { methods: "POST", path: "pulls/{number}/reviews", permissions: ["pull_requests"], role: "read" },
  { methods: "POST", path: "pulls/{number}/comments", permissions: ["pull_requests"], role: "read" },
  { methods: "POST", path: "pulls/{number}/comments/{id}/replies", permissions: ["pull_requests"], role: "read" },
  { methods: "POST", path: "check-runs", permissions: ["checks"], role: "read", person: "never" },
  { methods: "PATCH", path: "check-runs/{id}", permissions: ["checks"], role: "read", person: "never" },
  { methods: "POST", path: "statuses/{sha}", permissions: ["statuses"], role: "write" },
  // GITHUB_TOKEN never has this permission: a job sees variables by its `vars` context only.
  { methods: "GET", path: "actions/variables", permissions: ["actions_variables"], role: "write", signedIn: true },
  { methods: "GET", path: "actions/variables/{name}", permissions: ["actions_variables"], role: "write", signedIn: true },
  { methods: "POST PUT DELETE", path: "actions/{path}", permissions: ["actions"], role: "write" },
  { methods: "POST", path: "dispatches", permissions: ["contents"], role: "write" },
  { methods: "GET", path: "git/{path}", permissions: ["contents"], role: "read" },
  { methods: "GET", path: "commits/{ref}/check-runs", permissions: ["checks"], role: "read" },
  { methods: "GET", path: "commits/{ref}/check-suites", permissions: ["checks"], role: "read" },
  { methods: "GET", path: "commits/{ref}/status", permissions: ["statuses"], role: "read" },
  { methods: "GET", path: "commits", permissions: ["contents"], role: "read" },
  { methods: "GET", path: "commits/{path}", permissions: ["contents"], role: "read" },
  { methods: "GET", path: "contents/{path}", permissions: ["contents"], role: "read" },
  { methods: "GET", path: "compare/{path}", permissions: ["contents"], role: "read" },
  { methods: "GET", path: "releases", permissions: ["contents"], role: "read" },
  { methods: "GET", path: "releases/{path}", permissions: ["contents"], role: "read" },
  { methods: "GET", path: "issues", permissions: ["issues"], role: "read" },
  { methods: "GET", path: "issues/{path}", permissions: ISSUES, role: "read" },
  { methods: "GET", path: "pulls", permissions: ["pull_requests"], role: "read" },
  { methods: "GET", path: "pulls/{path}", permissions: ["pull_requests"], role: "read" },
  { methods: "GET", path: "check-runs/{path}", permissions: ["checks"], role: "read" },
  { methods: "GET", path: "actions/secrets", permissions: ["secrets"], role: "write", signedIn: true },
  { methods: "GET", path: "actions/organization-secrets", permissions: ["secrets"], role: "write", signedIn: true },
  { methods: "GET", path: "actions/organization-variables", permissions: ["actions_variables"], role: "write", signedIn: true },
  { methods: "GET", path: "actions/permissions", permissions: ["administration"], role: "admin", signedIn: true },
  { methods: "GET", path: "actions/permissions/workflow", permissions: ["administration"], role: "admin", signedIn: true },
  { methods: "GET", path: "actions/{path}", permissions: ["actions"], role: "read" },
];

const TABLE: readonly { readonly methods: readonly string[]; readonly template: Template; readonly row: Row }[] = ROWS.map((row) => ({
  methods: row.methods.split(" "),
  template: templateOf(`/repos/{owner}/{repo}/${row.path}`),
  row,
}));

/** What an operation needs. One that no row names: reading takes metadata, changing takes an administrator. */
export function ruleOf(method: string, path: string): Rule {
  const level = method === "GET" || method === "HEAD" ? "read" : "write";
  const found = TABLE.find(({ methods, template }) => methods.includes(method) && template.match(path) !== null);
  if (found) return { ...found.row, level };
  return level === "read" ? { permissions: ["metadata"], level, role: "read" } : { permissions: ["administration"], level, role: "admin" };
}

/** What it takes to read or write a kind of thing where no operation of REST is asked for: by git, by GraphQL. */
export function ruleFor(permission: "contents" | "pull_requests", level: "read" | "write"): Rule {
  return { permissions: [permission], level, role: level };
}
