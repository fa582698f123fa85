/** Each contestant is started by its documented options, environment and files of settings, and nothing else. */
import { builtProgram } from "../../journeys/demo/root.ts";
import type { Contestant } from "../contest.ts";
import { GOAL } from "../service/answer.ts";

/** The model that is named to everybody. */
const MODEL = "claude-sonnet-4-6";
const KEY = "sk-ant-bench-0000000000000000";

/** A command line. `home`: files by their paths below a fresh home. */
export interface Program {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly home: Readonly<Record<string, string>>;
}

/** Nothing is asked for at home, and nothing is told. */
const CLAUDE_ENV = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_ERROR_REPORTING: "1",
};
const PI_ENV = { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" };

/** The program of a contestant, with its model at an address. Throws an `Error` before `npm run build`. */
export function programOf(contestant: Contestant, url: string): Program {
  const service = { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: KEY };
  const node = process.execPath;
  switch (contestant.name) {
    case "ours": {
      const command = [node, builtProgram("cli.mjs"), "agent", "--max-turns", "200", "--model", MODEL, GOAL];
      return { command, env: service, home: {} };
    }
    case "floor": {
      const env = { ...service, ANTHROPIC_MODEL: MODEL };
      return { command: [node, builtProgram("bench-floor.mjs"), GOAL], env, home: {} };
    }
    case "pi": {
      const command = [contestant.executable, "-p", GOAL, "--provider", "anthropic", "--model", MODEL];
      const models = JSON.stringify({ providers: { anthropic: { baseUrl: url } } });
      return { command, env: { ...service, ...PI_ENV }, home: { ".pi/agent/models.json": models } };
    }
    case "claude-bare": {
      const tools = ["--allowedTools", "Read,Edit,Write,Bash,Grep,Glob"];
      const command = [contestant.executable, "--bare", "-p", GOAL, "--model", MODEL, ...tools];
      return { command, env: { ...service, ...CLAUDE_ENV }, home: {} };
    }
  }
}
