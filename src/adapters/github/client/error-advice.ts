/** Advises a person what to do about GitHub's refusal of a request. */
import type { ApiError } from "./api-error.ts";

const LIMITED = "GitHub asks for fewer requests: wait a few minutes, then try again";
const BROKEN = "GitHub cannot be reached or is out of order (https://www.githubstatus.com): try again later";
const TOKEN = "the token is wrong, was revoked or its time is over: get a fresh one, then try again";
const LOCKED = "the issue is locked: unlock it, or go on without its comments";
const GONE = "it was deleted: there is nothing left to do here";
const PULLS =
  'turn on "Allow GitHub Actions to create and approve pull requests" ' +
  "(Settings > Actions > General > Workflow permissions; an organisation or enterprise " +
  "may have it off for all its repositories), then say `/loop resume`";
const GRANTS =
  "the App was not granted all that it asks for: give it the permissions that " +
  ".github/docs/installing.md of Loopwright names, " +
  "Variables (read) among them, and accept them for the installation";
const HIDDEN =
  "there is no such thing, or the token may not see it: " +
  "check the repository's name and that the App is installed on it";

const RULES =
  "a ruleset or a protected branch keeps the App from it: " +
  "let the rule not hold for `loop/**`, or let the App bypass it";

/**
 * Reasons why GitHub refuses a push, by its own words; the first match counts.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository
 */
const PUSHES: readonly (readonly [words: RegExp, advice: string])[] = [
  [
    /contain secrets|secret detected/i,
    "GitHub's push protection sees a secret in the work: " +
      "take it out of what is asked for, and revoke it if it is a real one",
  ],
  [
    /verified signatures?|must be signed/i,
    "commits must be signed here, and this one is not: let the App make them, whose commits GitHub signs",
  ],
  [/create or update workflow/i, "the work changes a workflow file, which the App may not: a person makes this change"],
  [
    /file size limit|large files|input was too large|GH001/i,
    "a file is larger than GitHub takes (100 MB): it belongs into Git LFS or a release",
  ],
  [/quota|repository (?:size|is too large)/i, "the repository is larger than it may be: make room, or raise the quota"],
  [/archived/i, "the repository is archived: nothing can be written to it"],
  [/protected (?:branch|ref)|rule violations?|GH006|GH013|changes must be made through a pull request/i, RULES],
];

/** The advice, as a clause without a full stop; null where GitHub's own message must do. Pure. */
export function errorAdviceOf(refusal: ApiError): string | null {
  const { status, message, limited } = refusal;
  if (limited) return LIMITED;
  if (status === 0 || status >= 500) return BROKEN;
  return byWords(message, refusal) ?? BY_STATUS[status] ?? null;
}

const BY_STATUS: Readonly<Record<number, string>> = {
  401: TOKEN,
  404: HIDDEN,
  410: GONE,
  422: "GitHub holds the request for wrong: change what it names",
};

function byWords(said: string, { permissions }: ApiError): string | null {
  if (/Resource not accessible by/i.test(said)) return permission(permissions);
  if (/permissions requested are not granted/i.test(said)) return GRANTS;
  if (/not permitted to create or approve pull requests/i.test(said)) return PULLS;
  if (/issue is locked|locked issue|conversation is locked/i.test(said)) return LOCKED;
  return PUSHES.find(([words]) => words.test(said))?.[1] ?? null;
}

/** https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api "Resource not accessible" */
function permission(needed: string | null): string {
  const name =
    needed === null ? "the permission that this needs" : `the permission ${needed.replaceAll(/;\s*/g, " or ")}`;
  return (
    `the token lacks ${name}: grant it to the App and accept it for the installation, ` +
    'or add it to the job\'s "permissions:"'
  );
}
