import { expect, it } from "vitest";
import { commandEnvironment } from "#adapters/sandbox/process/environment.ts";

const FOLDERS = { home: "/inner/home", temporary: "/inner/tmp" };
const SECRETS = {
  ANTHROPIC_API_KEY: "s",
  OPENAI_API_KEY: "s",
  GITHUB_TOKEN: "s",
  GITHUB_TOKEN_2: "s",
  GH_PAT: "s",
  DB_PASSWORD: "s",
  AWS_SECRET: "s",
  NPM_CONFIG__AUTH: "s",
  "NPM_CONFIG_//registry.npmjs.org/:_authToken": "s",
  ACTIONS_RUNTIME_TOKEN: "s",
  ACTIONS_ID_TOKEN_REQUEST_URL: "s",
  GITHUB_ENV: "s",
  SSH_AUTH_SOCK: "s",
  NODE_OPTIONS: "s",
  NODE_TEST_CONTEXT: "s",
  HOME: "/home/user",
  USER: "user",
};

it("gives a command what is on the list and nothing else, whatever the secrets are called [S3.26, C3.08, 6.9 #18]", () => {
  expect(commandEnvironment({ ...SECRETS, PATH: "/bin", LANG: "de_DE", TERM: "xterm", TZ: "UTC" }, FOLDERS)).toEqual({
    PATH: "/bin",
    LANG: "de_DE",
    TERM: "xterm",
    TZ: "UTC",
    HOME: "/inner/home",
    TMPDIR: "/inner/tmp",
    CI: "true",
    GIT_TERMINAL_PROMPT: "0",
  });
});

it("says nowhere that this is a check, where it is asked to", () => {
  const others = { CI: undefined, TERM: "xterm-256color", TZ: "Pacific/Kiritimati" };
  expect(commandEnvironment({}, FOLDERS, true)).toEqual({ ...commandEnvironment({}, FOLDERS), ...others });
  const same = { TERM: others.TERM, TZ: others.TZ };
  expect(commandEnvironment(same, FOLDERS, true)).toMatchObject({ TERM: "vt100", TZ: "Pacific/Pago_Pago" });
});

it("fills in what a command cannot do without [S3.26]", () => {
  expect(commandEnvironment(SECRETS, FOLDERS)).toEqual({
    PATH: "/usr/local/bin:/usr/bin:/bin",
    LANG: "C.UTF-8",
    TERM: "dumb",
    HOME: "/inner/home",
    TMPDIR: "/inner/tmp",
    CI: "true",
    GIT_TERMINAL_PROMPT: "0",
  });
});
