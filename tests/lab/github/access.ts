/** Who may do what: the permission that a token needs and the role that a person needs, by operation. */
import { type Answer, NOT_ACCESSIBLE, NOT_FOUND, refusal } from "./answer.ts";
import { isAuthor } from "./author.ts";
import type { Ask, Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName, roleOf } from "./repository.ts";
import { type Role, reaches } from "./role.ts";
import { type Rule, ruleOf } from "./rules.ts";
import type { Installation } from "./tokens.ts";

/** GitHub's refusal of a request about a repository, or null where it is allowed. */
export async function refusedAccess(ask: Ask, lab: Lab): Promise<Answer | null> {
  const { actor, repository, path } = ask;
  if (repository === null) return path.startsWith("/repos/") ? NOT_FOUND : null;
  const rule = ruleOf(ask.method, path);
  switch (actor.kind) {
    case "app":
      return null;
    case "installation":
      return refusedToken(rule, actor, repository);
    case "anonymous":
      return refusedStranger(rule, repository);
    case "user":
      return refusedPerson(rule, roleOf(actor.login, repository), () => isAuthor(actor.login, ask, lab));
  }
}

async function refusedPerson(rule: Rule, role: Role, isAuthor: () => Promise<boolean>): Promise<Answer | null> {
  if (!reaches(role, "read")) return NOT_FOUND;
  if (rule.person === "never") return APPS_ONLY;
  if (reaches(role, rule.role)) return null;
  return rule.author && (await isAuthor()) ? null : wordsFor(rule.role);
}

/** https://docs.github.com/rest/checks/runs: only an App may write check runs. */
const APPS_ONLY = refusal(403, "You must authenticate via a GitHub App.");

function refusedStranger(rule: Rule, { private: secret = false }: RepositoryOptions): Answer | null {
  if (secret) return NOT_FOUND;
  return rule.level === "read" && !rule.signedIn ? null : refusal(401, "Requires authentication");
}

/** Labels and states are refused in these words; what needs write is not shown to exist. */
function wordsFor(role: Role): Answer {
  return role === "triage" ? refusal(403, "Must have admin rights to Repository.") : NOT_FOUND;
}

function refusedToken(rule: Rule, actor: Installation, repository: RepositoryOptions): Answer | null {
  const secret = repository.private ?? false;
  const reached = actor.repositories?.includes(fullName(repository)) ?? actor.app.account === repository.owner;
  if (!reached && secret) return NOT_FOUND;
  if (rule.level === "read" && !secret && !rule.signedIn) return null;
  const granted = rule.permissions.some((name) => actor.permissions[name] === "write" || actor.permissions[name] === rule.level);
  return reached && granted ? null : NOT_ACCESSIBLE;
}
