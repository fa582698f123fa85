/** What no workflow file of ours may do: GitHub's own validator says whether it is one, and these rules whether it is a careful one (SC-01, SC-05 to SC-07). */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { registerLogger, validate } from "@actions/languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parse } from "yaml";
import * as z from "zod";

const Step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});
const Rights = z.record(z.string(), z.string());
/** A job that calls a workflow has no steps of its own. */
const Job = z.looseObject({ permissions: Rights.optional(), steps: z.array(Step).default([]) });
const File = z.looseObject({
  on: z.record(z.string(), z.unknown()),
  permissions: Rights.optional(),
  jobs: z.record(z.string(), Job),
});

/** Everything that is wrong with a workflow file, in words; empty when nothing is. */
export async function complaintsOf(text: string): Promise<readonly string[]> {
  const { on, permissions, jobs } = File.parse(parse(text));
  return [
    ...(await saidByGitHub(".github/workflows/loopwright.yml", text)),
    ...(permissions !== undefined && Object.keys(permissions).length === 0
      ? []
      : ["the file gives every job rights: permissions must be {}"]),
    ...("pull_request_target" in on ? ["it runs with secrets for pull requests of strangers: pull_request_target"] : []),
    ...Object.entries(jobs).flatMap(([job, { permissions: own, steps }]) =>
      [...rights(own), ...steps.flatMap(complaintsOfStep)].map((complaint) => `${job}: ${complaint}`),
    ),
  ];
}

/** What GitHub's own validator has against a workflow or an `action.yml`, by its name. */
export async function saidByGitHub(path: string, text: string): Promise<readonly string[]> {
  const troubles: string[] = [];
  const tell = (trouble: string): void => void troubles.push(trouble);
  // It tells of its own failures in its log alone, and remembers files by their names.
  registerLogger({ error: tell, warn: tell, info: () => undefined, log: () => undefined });
  const folder = createHash("sha256").update(text).digest("hex");
  const found = await validate(TextDocument.create(`file:///${folder}/${path}`, "yaml", 1, text));
  return [...troubles, ...found.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)];
}

function rights(own: z.output<typeof Rights> | undefined): readonly string[] {
  if (own === undefined) return ["its rights are not said"];
  return "id-token" in own ? ["it may ask for an OpenID token"] : [];
}

function complaintsOfStep({ uses, run, with: given }: z.output<typeof Step>): readonly string[] {
  return [
    ...(uses === undefined ? [] : complaintsOfUse(uses, given)),
    ...(run?.includes("${{") ? ["an expression stands in a script"] : []),
  ];
}

/** An action of the repository itself is of the commit that the workflow is of; a repository that copies our file trusts our releases. */
const OWN = /^(?:[.$]\/[\w./-]+|loopwright\/loopwright(?:\/[\w./-]+)?@v1)$/;

const NARROW = { "permission-contents": "write", "permission-pull-requests": "write" };

function permissionsIn(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name.startsWith("permission-")));
}

function complaintsOfUse(uses: string, given: Readonly<Record<string, unknown>>): readonly string[] {
  const [action = "", commit = ""] = uses.split("@");
  const checkout = action === "actions/checkout";
  return [
    ...(/^[0-9a-f]{40}$/.test(commit) || OWN.test(uses) ? [] : [`${uses} is not named by its commit`]),
    ...(action === "actions/cache" || "cache" in given ? [`${action} restores a cache`] : []),
    ...(action === "actions/create-github-app-token" && !isDeepStrictEqual(permissionsIn(given), NARROW)
      ? ["the App's token is not narrowed to what opens a pull request"]
      : []),
    ...(checkout && given["persist-credentials"] !== false ? ["the checkout keeps the token"] : []),
    ...(checkout && !/^\$\{\{ github\.sha \}\}$/.test(`${given["ref"]}`) ? ["the checkout does not say of what"] : []),
  ];
}
