/** Writes the manifest of the App: what GitHub fills in on the page on which a person makes it. */
import { APP_EVENTS, APP_PERMISSIONS } from "#core/config/github-setup.ts";

/** What a person chose. `publicUrl`: where GitHub reaches the bot; `localUrl`: where the person's browser does. */
export interface AppWishes {
  readonly name: string;
  readonly publicUrl: string;
  readonly localUrl: string;
}

/**
 * The parameters of GitHub's page that we give:
 * https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
 */
export interface Manifest {
  readonly name: string;
  readonly url: string;
  readonly hook_attributes: { readonly url: string; readonly active: true };
  readonly redirect_url: string;
  readonly public: false;
  readonly default_permissions: typeof APP_PERMISSIONS;
  readonly default_events: readonly string[];
}

/** The manifest: the permissions that the bot's tokens ask for, and the webhooks that it handles. Pure. */
export function manifestOf({ name, publicUrl, localUrl }: AppWishes): Manifest {
  return {
    name,
    url: "https://github.com/loopwright/loopwright",
    hook_attributes: { url: `${publicUrl}/api/github/webhooks`, active: true },
    redirect_url: `${localUrl}/made`,
    public: false,
    default_permissions: APP_PERMISSIONS,
    default_events: APP_EVENTS,
  };
}
