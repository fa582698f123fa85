/** Whether somebody wrote the thing that a request changes: authors may change what is theirs. */
import type { Ask, Lab } from "./lab.ts";

/** For issues, pull requests and comments of issues; false for all else. */
export async function isAuthor(login: string, { path }: Ask, { state }: Lab): Promise<boolean> {
  const thing = /^\/repos\/[^/]+\/[^/]+\/(issues\/comments\/\d+|issues\/\d+|pulls\/\d+)$/.exec(path);
  if (!thing) return false;
  const { data } = await state.admin.request(`GET ${path}`);
  return data.user?.login === login;
}
