/** The role of a person, as the bot asks for it before it obeys (F15). */

import { roleOf } from "./repository.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import type { Answer } from "./rules/answer.ts";
import { NOT_FOUND } from "./rules/answer.ts";
import { legacyPermission } from "./rules/role.ts";

export const COLLABORATOR_ROUTES: readonly Route[] = [onRepository("GET", "/collaborators/{username}/permission", permissionOf)];

/** Apps and people who do not exist are no users: 404. */
async function permissionOf({ ask: { repository }, lab: { options, state }, parameter }: Call): Promise<Answer> {
  const name = parameter("username").toLowerCase();
  const login = Object.keys(options.users).find((one) => one.toLowerCase() === name);
  if (repository === null || login === undefined) return NOT_FOUND;
  const role = roleOf(login, repository);
  const { data: user } = await state.admin.rest.users.getByUsername({ username: login });
  return { status: 200, body: { permission: legacyPermission(role), role_name: role, user: { ...user, role_name: role } } };
}
