/** Roles of people in a repository, in GitHub's order (F15, F17). */

const ROLES = ["none", "read", "triage", "write", "maintain", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** True when `role` may do what `needed` may. */
export function reaches(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The legacy `permission` of the collaborator API: it knows no triage and no maintain (F15). */
export function legacyPermission(role: Role): "none" | "read" | "write" | "admin" {
  if (role === "triage") return "read";
  return role === "maintain" ? "write" : role;
}
