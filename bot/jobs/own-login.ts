/** The bot learns the login of its own account: GitHub calls it after the App. */
import * as z from "zod";
import { askGitHub } from "#adapters/github/client/github-request.ts";

/** The App's own client. */
interface AppRequests {
  readonly request: (route: string, parameters: object) => Promise<{ readonly data: unknown }>;
}

const App = z.object({ slug: z.string().min(1) });

/**
 * Gives the login, such as `loopwright[bot]`. Asked for when it is first needed, and once: an App that is renamed needs
 * another start of the bot. Throws `Failure("github")` where GitHub refuses; the next call asks again.
 */
export function ownLogin(app: AppRequests): () => Promise<string> {
  let known: string | null = null;
  return async () => {
    known ??= `${App.parse((await askGitHub(() => app.request("GET /app", {}))).data).slug}[bot]`;
    return known;
  };
}
