/** The contest of starts plays each program up to the moment when it is of use, and the floor to its first request. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { actionStart, benchGitHub, untilAsked } from "../../journeys/bench/action-start.ts";
import { type DeafModel, deafModel } from "../../journeys/bench/deaf-model.ts";
import { allowed, commandLine } from "../../journeys/demo/command-line.ts";
import { builtProgram } from "../../journeys/demo/root.ts";
import { makeRepository } from "../agents/repository.ts";
import type { Contest, Figures } from "../contest.ts";
import { botStart } from "./bot-start.ts";

/** Up to the first request to the model, to the first answer about its health, and to the end. */
const [ACTION, BOT, VERSION, STATUS] = ["Action", "bot", "loopwright --version", "loopwright status"];
const NAMES = [ACTION, BOT, VERSION, STATUS];

/** Milliseconds of each start. */
export const START: Contest = {
  name: "start",
  what: "Action to its first request, bot to its first answer, command line to its end; floor to its first request",
  figures: NAMES.map((name) => ({ name, unit: "ms", targets: [] })),
  takesPeers: false,
  play: async ({ name }) => {
    const temp = await mkdtemp(join(tmpdir(), "loopwright-bench-"));
    const model = await deafModel();
    try {
      return name === "ours" ? await ours(model, temp) : await floor(model, temp);
    } finally {
      model.server.closeAllConnections();
      model.server.close();
      await rm(temp, { recursive: true, force: true });
    }
  },
};

async function ours(model: DeafModel, temp: string): Promise<Figures> {
  const repository = join(temp, "repository");
  await makeRepository(repository);
  return {
    [ACTION]: await ofAction(model, temp),
    [BOT]: await botStart(),
    [VERSION]: await ofCommand(["--version"], temp),
    [STATUS]: await ofCommand(["status"], repository),
  };
}

/** One start of the floor is what each of ours is held against. */
async function floor(model: DeafModel, temp: string): Promise<Figures> {
  const env = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: "k", ANTHROPIC_MODEL: "m" };
  const start = await untilAsked(model, [builtProgram("bench-floor.mjs"), "hello"], { cwd: temp, env });
  return Object.fromEntries(NAMES.map((name) => [name, start]));
}

async function ofAction(model: DeafModel, temp: string): Promise<number> {
  const github = await benchGitHub();
  try {
    return await actionStart(github, model, temp, true);
  } finally {
    await github.close();
  }
}

/** Milliseconds of the command line to its end. Throws an `Error` with what it said where it ends badly. */
async function ofCommand(args: readonly string[], folder: string): Promise<number> {
  const before = performance.now();
  const { code, stderr } = await commandLine(args, { folder, env: allowed(process.env) }, () => undefined);
  if (code !== 0) throw new Error(`loopwright ${args.join(" ")} ended with ${code}: ${stderr}`);
  return performance.now() - before;
}
