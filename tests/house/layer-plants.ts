/** One fault for each layer rule, and a small lawful house around them. */
import type { Tree } from "./tools.ts";

/** A file that breaks `rule`; `path` is where it stands. */
export interface Plant {
  readonly rule: string;
  readonly path: string;
  readonly content: string;
  /** Files without which there would be no fault. */
  readonly beside?: Tree;
  /** What the checker names; the file itself where this is not said. */
  readonly named?: string;
}

/** Packages that have a door, as far as a checker of imports looks at them. */
const PACKAGES = [
  "@anthropic-ai/sdk",
  "openai",
  "@octokit/rest",
  "@actions/core",
  "probot",
  "yaml",
  "zod",
  "minisearch",
  "commander",
  "bullmq",
  "ioredis",
  "prom-client",
  "typescript",
  "picomatch",
  "ignore",
  "execa",
  "@lezer/go",
  "unbash",
  "doorless",
];

const packages: Tree = Object.fromEntries(
  PACKAGES.flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", type: "module", exports: "./index.js" })],
    [`node_modules/${name}/index.js`, "export const it = 1;\n"],
  ]),
);

/** What is lawful: each floor on those below it, each package through its door, a hash in the digest. No rule may complain of these. */
const lawful: Tree = {
  "src/core/values/digest.ts":
    'import { createHash } from "node:crypto";\nimport * as z from "zod";\nexport const digest = [createHash, z];\n',
  "src/core/plan/plan.ts": 'import { digest } from "#core/values/digest.ts";\nexport const plan = digest;\n',
  "src/text/phrases/words.ts": 'import { plan } from "#core/plan/plan.ts";\nexport const words = plan;\n',
  "src/ports/model.ts": 'import type { plan } from "#core/plan/plan.ts";\nexport type Model = typeof plan;\n',
  "src/agent/work.ts":
    'import { words } from "#text/phrases/words.ts";\nimport type { Model } from "#ports/model.ts";\nexport const work = (model: Model) => [words, model];\n',
  "src/loop/engine/drive.ts": 'import { work } from "#agent/work.ts";\nexport const drive = work;\n',
  "src/adapters/anthropic/model.ts":
    'import { readFileSync } from "node:fs";\nimport { it } from "@anthropic-ai/sdk";\nimport type { Model } from "#ports/model.ts";\nexport const model = [it, readFileSync] as unknown as Model;\n',
  "src/hub/control-adapters.ts":
    'import { model } from "#adapters/anthropic/model.ts";\nimport { drive } from "#loop/engine/drive.ts";\nexport const desk = drive(model);\n',
  "src/cli/main.ts":
    'import { model } from "#adapters/anthropic/model.ts";\nimport { drive } from "#loop/engine/drive.ts";\nexport const main = drive(model);\n',
  "action/main.ts":
    'import { it } from "@actions/core";\nimport { drive } from "#loop/engine/drive.ts";\nexport const main = [it, drive];\n',
  "bot/main.ts": 'import { it } from "probot";\nimport { desk } from "#hub/control-adapters.ts";\nexport const main = [it, desk];\n',
  "tests/helper.ts": 'import { plan } from "#core/plan/plan.ts";\nexport const help = plan;\n',
  "tests/lab/github/github.ts":
    'import { readFileSync } from "node:fs";\nimport * as z from "zod";\nexport const github = [readFileSync, z];\n',
  "tests/lab/github/rules/refs.ts": 'import * as z from "zod";\nexport const refs = z;\n',
  "tests/proofs/simulator/github/refs.ts": 'import { refs } from "../../../lab/github/rules/refs.ts";\nexport const moved = refs;\n',
  "tests/lab/together.ts": 'import { github } from "./github/github.ts";\nexport const together = github;\n',
  "tests/plan.test.ts": 'import { help } from "./helper.ts";\nexport const test = help;\n',
};

/** The house without a fault. */
export const LAWFUL: Tree = { ...packages, ...lawful };

const imports = (from: string): string => `import * as other from "${from}";\nexport const it = other;\n`;

const floors: readonly Plant[] = [
  { rule: "floor-core", path: "src/core/values/up.ts", content: imports("#ports/model.ts") },
  { rule: "floor-text", path: "src/text/format/up.ts", content: imports("#ports/model.ts") },
  { rule: "floor-ports", path: "src/ports/up.ts", content: 'export type { words } from "#text/phrases/words.ts";\n' },
  { rule: "floor-agent", path: "src/agent/up.ts", content: imports("#loop/engine/drive.ts") },
  { rule: "floor-loop", path: "src/loop/context/up.ts", content: imports("#adapters/anthropic/model.ts") },
  { rule: "floor-adapters", path: "src/adapters/up.ts", content: imports("#loop/engine/drive.ts") },
  { rule: "floor-hub", path: "src/hub/up.ts", content: imports("#cli/main.ts") },
  { rule: "floor-cli", path: "src/cli/up.ts", content: imports("../../action/main.ts") },
];

const doors: readonly Plant[] = [
  { rule: "door-@anthropic-ai/sdk", path: "src/loop/engine/model.ts", content: imports("@anthropic-ai/sdk") },
  { rule: "door-openai", path: "src/adapters/anthropic/other.ts", content: imports("openai") },
  { rule: "door-@octokit/", path: "src/cli/github.ts", content: imports("@octokit/rest") },
  { rule: "door-@actions/", path: "src/cli/log.ts", content: imports("@actions/core") },
  { rule: "door-probot", path: "action/job/app.ts", content: imports("probot") },
  { rule: "door-yaml", path: "src/core/values/yaml.ts", content: imports("yaml") },
  { rule: "door-zod", path: "src/text/format/zod.ts", content: imports("zod") },
  { rule: "door-picomatch", path: "src/loop/context/glob.ts", content: imports("picomatch") },
  { rule: "door-ignore", path: "src/agent/ignore.ts", content: imports("ignore") },
  { rule: "door-execa", path: "src/adapters/sandbox/process/run.ts", content: imports("execa") },
  { rule: "door-bullmq", path: "src/adapters/queue/redis/job-store.ts", content: imports("bullmq") },
  { rule: "door-ioredis", path: "src/adapters/queue/in-process.ts", content: imports("ioredis") },
  { rule: "door-prom-client", path: "bot/server/counts.ts", content: imports("prom-client") },
  { rule: "door-minisearch", path: "src/core/values/search.ts", content: imports("minisearch") },
  { rule: "door-commander", path: "src/cli/commands/list.ts", content: imports("commander") },
  { rule: "door-typescript", path: "src/core/values/parse.ts", content: imports("typescript") },
  { rule: "door-@lezer/", path: "src/adapters/git/parse.ts", content: imports("@lezer/go") },
  { rule: "door-unbash", path: "src/adapters/syntax/grammars.ts", content: imports("unbash") },
  { rule: "packages-have-doors", path: "src/adapters/new.ts", content: imports("doorless") },
];

const habits: readonly Plant[] = [
  { rule: "pure-floors-touch-nothing", path: "src/loop/context/files.ts", content: imports("node:fs") },
  {
    rule: "digest-hashes-only",
    path: "src/core/values/digest.ts",
    content: `${lawful["src/core/values/digest.ts"]}export * as files from "node:fs";\n`,
  },
  { rule: "entries-do-not-meet", path: "bot/meets.ts", content: imports("../action/main.ts") },
  {
    rule: "no-circles",
    path: "src/core/values/east.ts",
    content: 'import { west } from "./west.ts";\nexport const east = () => west;\n',
    beside: { "src/core/values/west.ts": 'import { east } from "./east.ts";\nexport const west = () => east;\n' },
  },
  {
    rule: "no-circles",
    path: "src/ports/left.ts",
    content: 'import type { Right } from "./right.ts";\nexport type Left = Right | 1;\n',
    beside: { "src/ports/right.ts": 'import type { Left } from "./left.ts";\nexport type Right = Left[];\n' },
  },
  { rule: "no-orphans", path: "src/text/format/alone.ts", content: "export const alone = 1;\n" },
  { rule: "no-tests-in-product", path: "action/leans.ts", content: imports("../tests/helper.ts") },
  { rule: "lab-stands-alone", path: "tests/lab/runner/leans.ts", content: imports("#core/plan/plan.ts") },
  { rule: "lab-stands-alone", path: "tests/lab/github/leans.ts", content: imports("../../helper.ts") },
  { rule: "lab-stands-alone", path: "tests/lab/model/leans.ts", content: imports("../../../bot/main.ts") },
  { rule: "lab-rules-are-pure", path: "tests/lab/github/rules/state.ts", content: imports("../github.ts") },
  { rule: "lab-rules-are-pure", path: "tests/lab/github/rules/node.ts", content: imports("node:http") },
  { rule: "simulator-asks-the-rules", path: "tests/proofs/simulator/github/leans.ts", content: imports("../../../lab/github/github.ts") },
  { rule: "resolvable", path: "src/text/format/lost.ts", content: imports("./nowhere.ts") },
  { rule: "rooms-by-name", path: "src/text/terminal/crosses.ts", content: imports("../phrases/words.ts") },
  { rule: "own-room-by-path", path: "src/text/phrases/detour.ts", content: imports("#text/phrases/words.ts") },
  {
    rule: "no-circles-of-folders",
    path: "src/adapters/queue/there.ts",
    named: "src/adapters/queue",
    content: imports("#adapters/memory/end.ts"),
    beside: {
      "src/adapters/memory/end.ts": "export const end = 1;\n",
      "src/adapters/memory/back.ts": imports("#adapters/queue/end.ts"),
      "src/adapters/queue/end.ts": "export const end = 1;\n",
    },
  },
  {
    rule: "no-circles-of-folders",
    path: "tests/lab/hooks/there.ts",
    named: "tests/lab/hooks",
    content: imports("../turns/end.ts"),
    beside: {
      "tests/lab/turns/end.ts": "export const end = 1;\n",
      "tests/lab/turns/back.ts": imports("../hooks/end.ts"),
      "tests/lab/hooks/end.ts": "export const end = 1;\n",
    },
  },
];

const pathIn = (folder: string, room: string, name: string): string => [folder, room, name].filter((part) => part !== "").join("/");
const ruleOf = (kind: string, folder: string, room: string): string =>
  [kind, ...folder.split("/"), room].filter((part) => part !== "").join("-");

/** A room that imports the one above it, and a file that lies in no room. A folder whose own files stand below its rooms has no such file. */
const roomsOf = ([folder, rooms]: readonly [string, readonly string[]]): readonly Plant[] => [
  ...rooms.slice(0, -1).map((room, index): Plant => {
    const above = pathIn(folder, rooms[index + 1] ?? "", `above-${index}.ts`);
    const spec = above.startsWith("src/") ? above.replace("src/", "#") : `../${room === "" ? "" : "../"}${above}`;
    const beside = { [above]: "export const above = 1;\n" };
    return { rule: ruleOf("room", folder, room), path: pathIn(folder, room, `up-${index}.ts`), content: imports(spec), beside };
  }),
  { rule: ruleOf("rooms-of", folder, ""), path: pathIn(folder, "no-such-room", "lost.ts"), content: imports("node:os") },
];

/** A fault for each layer rule; `rooms` is the table in `.dependency-cruiser.mjs`. */
export const layerPlants = (rooms: Readonly<Record<string, readonly string[]>>): readonly Plant[] => [
  ...floors,
  ...doors,
  ...habits,
  ...Object.entries(rooms).flatMap(roomsOf),
];
