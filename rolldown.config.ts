import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "rolldown";
import { parse } from "yaml";

/** `import data from "./x.yaml"` gives what the file says: the roles travel inside the bundle, read already. vitest.config.ts uses it too. */
export const yamlData = {
  name: "yaml-data",
  load: (id: string) =>
    id.endsWith(".yaml") ? `export default ${JSON.stringify(parse(readFileSync(id, "utf8")))};` : null,
};

/** The folder of the package that a bundled file comes from; null for a file of ours. */
function packageOf(id: string): string | null {
  return /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)/.exec(id)?.[1] ?? null;
}

/** The licence that a package ships. Throws when it ships none: nothing is redistributed without its terms. */
function licenceOf(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined)
    throw new Error(`${folder} has no licence file; its terms must go into the bundle's licences`);
  return readFileSync(join(folder, file), "utf8").trim();
}

/** Beside each program the terms of all packages that are in it: the bundle is a copy of them. */
function licences(name: string): Plugin {
  return {
    name: "licences",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) => (output.type === "chunk" ? output.moduleIds : []));
      const folders = [...new Set(modules.flatMap((id) => packageOf(id) ?? []))]
        .filter((folder) => existsSync(folder))
        .sort((a, b) => (a < b ? -1 : 1));
      const parts = folders.map((folder) => {
        const { name: of, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
        return `${of} ${version}\n\n${licenceOf(folder)}\n`;
      });
      this.emitFile({ type: "asset", fileName: `${name}.licences.txt`, source: parts.join(`\n${"-".repeat(80)}\n\n`) });
    },
  };
}

/**
 * Given an address of Redis or Sentry, Probot fetches a package by `npx`, and its limiter evaluates text. We give it none, and no program
 * of ours downloads another: the bundle holds no way to. Our own queue has its client of Redis in the bundle.
 */
const noRedis: Plugin = {
  name: "no-redis",
  resolveId(source, importer) {
    if (source === "bottleneck") return this.resolve("bottleneck/light.js", importer);
    return source === "npx-import-light" ? "\0npx-import-light" : null;
  },
  load: (id) =>
    id === "\0npx-import-light"
      ? 'export const npxImport = (name) => Promise.reject(new Error(name + " is no part of this program, and nothing is downloaded"));'
      : null,
};

/** Its other entry would load a binary that lies beside it on the machine, if one does. */
const noBinaries: Plugin = {
  name: "no-binaries",
  resolveId(source, importer) {
    return source === "msgpackr" ? this.resolve("msgpackr/pack", importer) : null;
  },
};

const LEAN = new Map([
  ["json-with-bigint", "export const { parse: JSONParse, stringify: JSONStringify } = JSON;"],
  ["@octokit/plugin-request-log", "export const requestLog = () => ({});"],
]);

/**
 * Octokit reads JSON with integers of any size, and takes each request apart once more for a log that nobody reads there: a tenth of a
 * simulator's time. The simulated GitHub sends no number that JavaScript's own JSON could not hold. All other programs have both, and so have
 * the tests of the simulator.
 */
const lean: Plugin = {
  name: "lean",
  resolveId: (source) => (LEAN.has(source) ? `\0lean:${source}` : null),
  load: (id) => LEAN.get(id.replace("\0lean:", "")) ?? null,
};

/** Programs that play many thousand seeds. */
const SIMULATORS = new Set(["simulate", "crash"]);

const ON_NODE = "!!process.nextTick && !process.browser";

/** We parse texts that we have read: without a system under it the compiler can touch no file. Throws where it looks for one in another way. */
const parserOnly: Plugin = {
  name: "parser-only",
  transform(code, id) {
    if (!/[/\\]typescript[/\\]lib[/\\]typescript\.js$/.test(id)) return null;
    if (code.split(ON_NODE).length !== 2)
      throw new Error("typescript finds its system otherwise than it did: see rolldown.config.ts");
    return code.replace(ON_NODE, "false");
  },
};

/** A program that is started by its name: npm links it, and a clone may run `dist/cli.mjs` as it lies there. */
const executable: Plugin = {
  name: "executable",
  writeBundle: ({ dir = "dist" }) => chmodSync(join(dir, "cli.mjs"), 0o755),
};

/** Parts of an earlier build that this one no longer has would be packed and shipped with it. */
const swept = (name: string): Plugin => ({
  name: "swept",
  writeBundle({ dir = "dist" }, bundle) {
    const left = readdirSync(dir).filter(
      (file) => file.startsWith(`${name}-`) && file.endsWith(".mjs") && !Object.hasOwn(bundle, file),
    );
    for (const file of left) rmSync(join(dir, file));
  },
});

const ENTRIES = {
  action: "action/main.ts",
  cli: "src/cli/main.ts",
  bot: "bot/main.ts",
  "tool-host": "src/adapters/sandbox/host/host-main.ts",
  "lab-model": "tests/lab/model/main.ts",
  demo: "tests/journeys/demo/main.ts",
  bench: "tests/bench/main.ts",
  "bench-floor": "tests/bench/floor/main.ts",
  "bench-start": "tests/journeys/bench/start.ts",
  "bench-text": "tests/journeys/bench/text.ts",
  load: "tests/journeys/load/main.ts",
  chaos: "tests/journeys/chaos/main.ts",
  "bare-probot": "tests/journeys/load/bare.ts",
  conformance: "tests/claims/conformance/main.ts",
  cheats: "tests/proofs/cheats/main.ts",
  "plan-attacks": "tests/proofs/plan-attacks/main.ts",
  escapes: "tests/proofs/escapes/main.ts",
  canary: "tests/journeys/canary/main.ts",
  catalogue: "tests/claims/catalogue/main.ts",
  repositories: "tests/claims/repositories/main.ts",
  "model-check": "tests/proofs/model-check/main.ts",
  crash: "tests/proofs/simulator/crash-main.ts",
  simulate: "tests/proofs/simulator/simulate-main.ts",
  noise: "tests/proofs/noise/main.ts",
  "memory-use": "tests/proofs/memory-use/main.ts",
  "keep-journals": "tests/proofs/regressions/keep-main.ts",
};

/**
 * Of `@actions/core` we use what needs no network: its client for OpenID tokens would bring 0.7 MB with it, which do nothing but define
 * themselves. Behind a proxy they are loaded, because there they are used.
 */
const DEFINES_ONLY = { test: /[/\\]node_modules[/\\](?:undici|tunnel)[/\\]/, sideEffects: false };

/** Programs that somebody waits for at each start: what they do not need at once lies in files beside them. */
const IN_PARTS = new Set(["action", "bot", "cli"]);

/** Demo and simulator run in their checkout only, and these packages read files that lie beside their own. No program of ours has them. */
const EXTERNAL = ["emulate", "rolldown"];

/** What to build: all programs, or those that `LOOPWRIGHT_PROGRAMS` names with blanks between them. Throws for a name that is none. */
function chosen(names: string | undefined): readonly (readonly [string, string])[] {
  const all = Object.entries(ENTRIES);
  if (names === undefined) return all;
  const wanted = names.split(" ");
  const unknown = wanted.find((name) => !Object.hasOwn(ENTRIES, name));
  if (unknown !== undefined)
    throw new Error(
      `LOOPWRIGHT_PROGRAMS: there is no program "${unknown}"; there are ${Object.keys(ENTRIES).join(" ")}`,
    );
  return all.filter(([name]) => wanted.includes(name));
}

/**
 * A program is one self-contained file: an Action installs nothing, a package needs no node_modules. The Action, whose start somebody pays
 * for each time, has what only some of its jobs need in files beside it, so that the others do not read it.
 */
export default defineConfig(
  chosen(process.env["LOOPWRIGHT_PROGRAMS"]).map(([name, input]) => ({
    input,
    external: EXTERNAL,
    platform: "node" as const,
    // The order of modules follows their paths: a link to packages elsewhere must not change it (SC-02).
    resolve: { symlinks: false },
    transform: { target: "node20" },
    treeshake: { moduleSideEffects: [DEFINES_ONLY] },
    // No path of the machine that builds stands in what is built: the same source gives the same bytes anywhere (SC-02).
    experimental: { attachDebugInfo: "none" as const },
    plugins: [
      yamlData,
      noRedis,
      noBinaries,
      parserOnly,
      licences(name),
      ...(name === "cli" ? [executable] : []),
      ...(SIMULATORS.has(name) ? [lean] : []),
      ...(IN_PARTS.has(name) ? [swept(name)] : []),
    ],
    output: {
      ...(IN_PARTS.has(name)
        ? { dir: "dist", entryFileNames: `${name}.mjs`, chunkFileNames: `${name}-[name].mjs` }
        : { file: `dist/${name}.mjs`, codeSplitting: false }),
      format: "esm" as const,
      comments: { legal: true },
    },
  })),
);
