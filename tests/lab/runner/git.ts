/** Real git, without this machine's settings and without asking anybody. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface GitPlace {
  readonly folder: string;
  /** HOME of git. */
  readonly home: string;
  /** Settings for this one call, not written anywhere. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** What git prints. Throws an `Error` with its complaint. */
export async function git(args: readonly string[], { folder, home, settings = {}, signal }: GitPlace): Promise<string> {
  const pairs = Object.entries(settings);
  const numbered = pairs.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  const env = {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: home,
    LANG: "C.UTF-8",
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_COUNT: String(pairs.length),
    ...Object.fromEntries(numbered),
  };
  const { stdout } = await promisify(execFile)("git", [...args], {
    cwd: folder,
    env,
    maxBuffer: 64 * 1_048_576,
    ...(signal && { signal }),
  });
  return stdout.trimEnd();
}

/** The setting by which git shows a token to a server, as `actions/checkout` does it. Nothing for a repository that is no URL of a server. */
export function credential(serverUrl: string, token: string): Readonly<Record<string, string>> {
  if (!serverUrl.startsWith("http")) return {};
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  return { [`http.${new URL(serverUrl).origin}/.extraheader`]: `AUTHORIZATION: basic ${basic}` };
}
