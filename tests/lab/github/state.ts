/** The state behind the gateway: the `emulate` package, unmodified, on a port of its own. */
import { Octokit } from "@octokit/rest";
import { createEmulator } from "emulate";
import { freePort } from "../net/free-port.ts";
import type { App } from "./app.ts";
import type { FileOptions, GitHubOptions, RepositoryOptions } from "./options.ts";
import { QUIET } from "./quiet.ts";
import { reaches } from "./rules/role.ts";

export interface State {
  /** Asks as the owner of everything; for the gateway's own questions. */
  readonly admin: Octokit;
  readonly address: string;
  close(): Promise<void>;
}

const ADMIN = "lab-admin";

/** Starts the emulator with users, accounts, Apps and repositories; its answers carry addresses below `url`. */
export async function startState(options: GitHubOptions, apps: readonly App[], url: string): Promise<State> {
  const port = await freePort();
  const owners = [...new Set(options.repositories.map(({ owner }) => owner))];
  const emulator = await createEmulator({
    service: "github",
    port,
    baseUrl: url,
    seed: {
      tokens: tokensOf(options),
      github: { ...peopleOf(options, owners), repos: options.repositories.map(seedOf), apps: apps.map(installed) },
    },
  });
  const address = `http://127.0.0.1:${port}`;
  const admin = adminOf(address);
  for (const repository of options.repositories) await fill(repository, admin);
  return { admin, address, close: () => emulator.close() };
}

/** The emulator lets a token ask 5000 times an hour, and takes a token that it does not know for its first one: ours. */
function adminOf(address: string): Octokit {
  const admin = new Octokit({ baseUrl: address, log: QUIET });
  let asked = 0;
  admin.hook.before("request", (request) => {
    asked += 1;
    request.headers.authorization = `token ${ADMIN}-${Math.floor(asked / 4000)}`;
  });
  return admin;
}

function tokensOf({ users }: GitHubOptions): Record<string, { login: string }> {
  const people = Object.entries(users).map(([login, token]): [string, { login: string }] => [token, { login }]);
  return Object.fromEntries([[ADMIN, { login: ADMIN }], ...people]);
}

function peopleOf({ users }: GitHubOptions, owners: readonly string[]): Readonly<Record<string, unknown>> {
  return {
    users: [ADMIN, ...Object.keys(users)].map((login) => ({ login, ...(login === ADMIN && { site_admin: true }) })),
    orgs: owners.map((login) => ({ login, members: [{ login: ADMIN, role: "admin" }] })),
  };
}

function seedOf({ owner, name, private: secret = false }: RepositoryOptions): Readonly<Record<string, unknown>> {
  return { owner, name, private: secret, auto_init: true };
}

function installed(app: App): Readonly<Record<string, unknown>> {
  const { id, slug, permissions, privateKey, account, installation } = app;
  const installations = [{ installation_id: installation, account, repository_selection: "all" }];
  return { app_id: id, slug, name: slug, permissions, private_key: privateKey, events: [], installations };
}

const BEGINNING = { name: "Maintainer", email: "maintainer@example.test", date: "2026-01-01T00:00:00Z" };

function contentOf(file: Exclude<FileOptions, Uint8Array>): { readonly mode: "100644" | "100755" | "120000"; readonly content: string } {
  const { text, mode } = typeof file === "string" ? { text: file, mode: "100644" as const } : file;
  return { mode, content: text };
}

/** One commit with the files, the same for the same files; and the people whom the emulator itself would not let write. */
async function fill({ owner, name: repo, files, roles, topics }: RepositoryOptions, admin: Octokit): Promise<void> {
  const tree = await Promise.all(
    Object.entries(files).map(async ([path, file]) => {
      if (!(file instanceof Uint8Array)) return { path, type: "blob" as const, ...contentOf(file) };
      const content = Buffer.from(file).toString("base64");
      const { data } = await admin.rest.git.createBlob({ owner, repo, content, encoding: "base64" });
      return { path, mode: "100644" as const, type: "blob" as const, sha: data.sha };
    }),
  );
  const { data: written } = await admin.rest.git.createTree({ owner, repo, tree });
  const commit = { message: "Begin", tree: written.sha, parents: [], author: BEGINNING, committer: BEGINNING };
  const { data: first } = await admin.rest.git.createCommit({ owner, repo, ...commit });
  await admin.rest.git.updateRef({ owner, repo, ref: "heads/main", sha: first.sha, force: true });
  if (topics !== undefined) await admin.rest.repos.replaceAllTopics({ owner, repo, names: [...topics] });
  for (const [username, role] of Object.entries(roles))
    await admin.rest.repos.addCollaborator({ owner, repo, username, permission: reaches(role, "write") ? "push" : "pull" });
}
