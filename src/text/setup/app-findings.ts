/** Says what is missing of an App: installation, permissions, webhooks; without a server, its two settings. */
import { APP_EVENTS, APP_PERMISSIONS, type AppInstallation, type GitHubSetup } from "#core/config/github-setup.ts";
import { type DoctorFinding, finding } from "#text/terminal/doctor-page.ts";

/** Of what only an administrator sees. */
export const UNSEEN = "cannot be seen with this token: it takes one of an administrator";

/** Of the App of a hosted bot. Pure. */
export function installationFindings(installation: GitHubSetup["installation"]): readonly DoctorFinding[] {
  const name = "App";
  if (installation === null)
    return [finding(name, null, "was not asked for", "set APP_ID and PRIVATE_KEY_PATH, as the bot has them")];
  if (installation === "none")
    return [finding(name, false, "is not installed on this repository", "install it, on the App's page")];
  if (installation.suspended)
    return [finding(name, false, "its installation is suspended", `lift it: ${installation.url}`)];
  return [finding(name, true, "is installed"), permissionsFinding(installation), eventsFinding(installation)];
}

const RANK = ["none", "read", "write", "admin"];

function permissionsFinding({ permissions, url }: AppInstallation): DoctorFinding {
  const granted = new Map(Object.entries(permissions));
  const missing = Object.entries(APP_PERMISSIONS).filter(
    ([scope, level]) => RANK.indexOf(granted.get(scope) ?? "none") < RANK.indexOf(level),
  );
  const says = missing.map(([scope, level]) => `${scope}: ${level}`).join(", ");
  const cure = `set them on the App's page, then accept them: ${url}`;
  return finding("App's permissions", missing.length === 0, says === "" ? "all are granted" : `missing: ${says}`, cure);
}

function eventsFinding({ events }: AppInstallation): DoctorFinding {
  const missing = APP_EVENTS.filter((event) => !events.includes(event));
  const says = missing.length === 0 ? "all are sent" : `not sent: ${missing.join(", ")}`;
  return finding("App's webhooks", missing.length === 0, says, "subscribe to them on the App's page");
}

/** Without a server an App only opens pull requests, so that CI starts on them. Pure. */
export function appFinding({ secrets, variables }: GitHubSetup): DoctorFinding {
  const name = "App for pull requests";
  if (secrets === null || variables === null) return finding(name, null, UNSEEN);
  const parts = [variables.includes("LOOPWRIGHT_APP_ID"), secrets.includes("LOOPWRIGHT_APP_PRIVATE_KEY")];
  if (parts[0] !== parts[1])
    return finding(
      name,
      false,
      "one of LOOPWRIGHT_APP_ID and LOOPWRIGHT_APP_PRIVATE_KEY is set, and the other is not",
      "set both, or none",
    );
  return finding(name, parts[0] === true ? true : null, parts[0] === true ? "is set" : "none: checks-start.md");
}
