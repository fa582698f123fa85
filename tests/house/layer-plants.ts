/** One fault for each layer rule, and a small lawful house around them. */
import type { Tree } from "./tools.ts";

/** A file that breaks `rule`; `path` is where it stands. */
export interface Plant {
  readonly rule: string;
  readonly path: string;
  readonly content: string;
  /** Files without which there would be no fault. */
  readonly beside?: Tree;
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
  "bullmq",
  "ioredis",
  "prom-client",
  "typescript",
  "picomatch",
  "ignore",
  "execa",
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
  "src/core/digest.ts": 'import { createHash } from "node:crypto";\nimport * as z from "zod";\nexport const digest = [createHash, z];\n',
  "src/core/plan.ts": 'import { digest } from "./digest.ts";\nexport const plan = digest;\n',
  "src/text/words.ts": 'import { plan } from "#core/plan.ts";\nexport const words = plan;\n',
  "src/ports/model.ts": 'import type { plan } from "#core/plan.ts";\nexport type Model = typeof plan;\n',
  "src/agent/work.ts":
    'import { words } from "#text/words.ts";\nimport type { Model } from "#ports/model.ts";\nexport const work = (model: Model) => [words, model];\n',
  "src/loop/drive.ts": 'import { work } from "#agent/work.ts";\nexport const drive = work;\n',
  "src/adapters/anthropic/model.ts":
    'import { readFileSync } from "node:fs";\nimport { it } from "@anthropic-ai/sdk";\nimport type { Model } from "#ports/model.ts";\nexport const model = [it, readFileSync] as unknown as Model;\n',
  "src/hub/desk.ts":
    'import { model } from "#adapters/anthropic/model.ts";\nimport { drive } from "#loop/drive.ts";\nexport const desk = drive(model);\n',
  "src/cli/main.ts":
    'import { model } from "#adapters/anthropic/model.ts";\nimport { drive } from "#loop/drive.ts";\nexport const main = drive(model);\n',
  "action/main.ts": 'import { it } from "@actions/core";\nimport { drive } from "#loop/drive.ts";\nexport const main = [it, drive];\n',
  "bot/main.ts": 'import { it } from "probot";\nimport { desk } from "#hub/desk.ts";\nexport const main = [it, desk];\n',
  "tests/helper.ts": 'import { plan } from "#core/plan.ts";\nexport const help = plan;\n',
  "tests/plan.test.ts": 'import { help } from "./helper.ts";\nexport const test = help;\n',
};

/** The house without a fault. */
export const LAWFUL: Tree = { ...packages, ...lawful };

const imports = (from: string): string => `import * as other from "${from}";\nexport const it = other;\n`;

const floors: readonly Plant[] = [
  { rule: "floor-core", path: "src/core/up.ts", content: imports("#ports/model.ts") },
  { rule: "floor-text", path: "src/text/up.ts", content: imports("#ports/model.ts") },
  { rule: "floor-ports", path: "src/ports/up.ts", content: 'export type { words } from "#text/words.ts";\n' },
  { rule: "floor-agent", path: "src/agent/up.ts", content: imports("#loop/drive.ts") },
  { rule: "floor-loop", path: "src/loop/up.ts", content: imports("#adapters/anthropic/model.ts") },
  { rule: "floor-adapters", path: "src/adapters/up.ts", content: imports("#loop/drive.ts") },
  { rule: "floor-hub", path: "src/hub/up.ts", content: imports("#cli/main.ts") },
  { rule: "floor-cli", path: "src/cli/up.ts", content: imports("../../action/main.ts") },
];

const doors: readonly Plant[] = [
  { rule: "door-@anthropic-ai/sdk", path: "src/loop/model.ts", content: imports("@anthropic-ai/sdk") },
  { rule: "door-openai", path: "src/adapters/anthropic/other.ts", content: imports("openai") },
  { rule: "door-@octokit/", path: "src/cli/github.ts", content: imports("@octokit/rest") },
  { rule: "door-@actions/", path: "src/cli/log.ts", content: imports("@actions/core") },
  { rule: "door-probot", path: "action/app.ts", content: imports("probot") },
  { rule: "door-yaml", path: "src/core/yaml.ts", content: imports("yaml") },
  { rule: "door-zod", path: "src/text/zod.ts", content: imports("zod") },
  { rule: "door-picomatch", path: "src/loop/glob.ts", content: imports("picomatch") },
  { rule: "door-ignore", path: "src/agent/ignore.ts", content: imports("ignore") },
  { rule: "door-execa", path: "src/adapters/sandbox/run.ts", content: imports("execa") },
  { rule: "door-bullmq", path: "src/adapters/queue/redis/store.ts", content: imports("bullmq") },
  { rule: "door-ioredis", path: "src/adapters/queue/in-process.ts", content: imports("ioredis") },
  { rule: "door-prom-client", path: "bot/counts.ts", content: imports("prom-client") },
  { rule: "door-minisearch", path: "src/core/search.ts", content: imports("minisearch") },
  { rule: "door-typescript", path: "src/core/parse.ts", content: imports("typescript") },
  { rule: "packages-have-doors", path: "src/adapters/new.ts", content: imports("doorless") },
];

const habits: readonly Plant[] = [
  { rule: "pure-floors-touch-nothing", path: "src/loop/files.ts", content: imports("node:fs") },
  { rule: "digest-hashes-only", path: "src/core/digest.ts", content: `${lawful["src/core/digest.ts"]}export * as files from "node:fs";\n` },
  { rule: "entries-do-not-meet", path: "bot/meets.ts", content: imports("../action/main.ts") },
  {
    rule: "no-circles",
    path: "src/core/east.ts",
    content: 'import { west } from "./west.ts";\nexport const east = () => west;\n',
    beside: { "src/core/west.ts": 'import { east } from "./east.ts";\nexport const west = () => east;\n' },
  },
  {
    rule: "no-circles",
    path: "src/ports/left.ts",
    content: 'import type { Right } from "./right.ts";\nexport type Left = Right | 1;\n',
    beside: { "src/ports/right.ts": 'import type { Left } from "./left.ts";\nexport type Right = Left[];\n' },
  },
  { rule: "no-orphans", path: "src/text/alone.ts", content: "export const alone = 1;\n" },
  { rule: "no-tests-in-product", path: "action/leans.ts", content: imports("../tests/helper.ts") },
  { rule: "resolvable", path: "src/text/lost.ts", content: imports("./nowhere.ts") },
  { rule: "floors-by-name", path: "src/text/crosses.ts", content: imports("../core/plan.ts") },
  { rule: "own-floor-by-path", path: "src/text/detour.ts", content: imports("#text/words.ts") },
];

export const LAYER_PLANTS: readonly Plant[] = [...floors, ...doors, ...habits];
