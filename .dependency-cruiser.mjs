/**
 * The floors of the house, from the ground up. A floor may import itself and what is listed; nothing else.
 * Changing this table is changing the architecture: it takes a decision record.
 */
export const FLOORS = {
  core: [],
  text: ["core"],
  ports: ["core"],
  agent: ["core", "text", "ports"],
  loop: ["core", "text", "ports", "agent"],
  adapters: ["core", "ports"],
  hub: ["core", "text", "ports", "agent", "loop", "adapters"],
  cli: ["core", "text", "ports", "agent", "loop", "adapters"],
};

/**
 * The rooms of a folder, from the ground up: a room may import those that stand before it, never those that stand after. "" is the folder
 * itself, without its rooms. Each file lies in a room. The tests plant a fault for each rule that comes of this table.
 */
export const ROOMS = {
  "src/core": [
    "values",
    "analysis",
    "rules",
    "tasks",
    "config",
    "detection",
    "plan",
    "events",
    "run",
    "ci",
    "planning",
    "backtest",
    "iteration",
    "attacks",
    "outcome",
    "runs",
    "decide",
    "commands",
    "approval",
    "",
  ],
  "src/core/analysis": ["secrets", "source", "manifests", "test-blocks", "test-guard", "test-results", "changes"],
  "src/core/attacks": ["demands", "patches", ""],
  "src/core/events": ["data", ""],
  "src/core/run": ["", "evolve"],
  "src/text": [
    "format",
    "sanitize",
    "html",
    "phrases",
    "sections",
    "plan",
    "journal",
    "comments",
    "prompts",
    "terminal",
    "backtest",
    "report",
    "setup",
  ],
  "src/agent": ["roles", "bootstrap", "tools", "specs", "window", "conversation", "answers", ""],
  "src/loop": ["context", "work", "checks", "steps", "engine", "journals", "jobs", "backtest", "control"],
  "src/loop/checks": ["on-tree", "faults", "", "attacks"],
  "src/loop/control": ["context", "run", "reply", "start", "handle", "reconcile"],
  "src/cli": ["terminal", "here", "local", "agent", "live", "backtest", "commands", ""],
  "src/cli/live": ["", "assumptions"],
  "src/adapters/sandbox": ["process", "network", "host", "inside", "walls"],
  "src/adapters/git": ["command", "objects", "working-copy", "worktree", ""],
  "src/adapters/github": ["client", "ref-journal", "trees", "runs", "issue", "workflow", ""],
  action: ["runner", "job", "stations", ""],
  bot: ["config", "jobs", "setup", "server", "polling", ""],
};

/** The outside, and the only doors to it: package (a regular expression on its path) and the files that may import it. */
const DOORS = {
  "@anthropic-ai/sdk": "^src/adapters/anthropic/",
  openai: "^src/adapters/openai/",
  "@octokit/": "^(src/adapters/github|action/job/client[.]ts$)",
  "@actions/": "^action/",
  probot: "^bot/",
  yaml: "^src/agent/specs/yaml-file[.]ts$",
  zod: "^(src/(core|agent|loop|hub|cli|adapters/(sandbox|github))/|action/|bot/)",
  picomatch: "^src/(adapters/(sandbox|git)/|core/values/glob[.]ts)",
  ignore: "^src/adapters/(sandbox|git)/",
  execa: "^src/adapters/git/(command/run-git|working-copy/copy-products)[.]ts$",
  typescript: "^src/adapters/typescript/",
  "@lezer/": "^src/adapters/syntax/",
  unbash: "^src/adapters/syntax/shell-edits[.]ts$",
  bullmq: "^src/adapters/queue/redis/turns[.]ts$",
  "prom-client": "^bot/server/metrics[.]ts$",
  ioredis: "^src/adapters/queue/redis/",
  minisearch: "^src/adapters/memory/memory-search[.]ts$",
  commander: "^src/cli/terminal/arguments[.]ts$",
};

/** Where a package lies: with a lock, a link or neither, and whatever follows its name. */
const installed = (name) => `(^|/)node_modules/${name.replace(/\/$/, "")}/`;

/** The floors that touch nothing; core/values/digest.ts alone may hash. */
const PURE = "^src/(core|text|ports|agent|loop)/";

const floorRules = Object.entries(FLOORS).map(([floor, below]) => ({
  name: `floor-${floor}`,
  comment: `src/${floor}/ may import only itself${below.map((name) => `, src/${name}/`).join("")}`,
  severity: "error",
  from: { path: `^src/${floor}/` },
  to: { path: "^(src|action|bot|tests)/", pathNot: [floor, ...below].map((name) => `^src/${name}/`) },
}));

/** The files of a room: without those of its own rooms for the folder itself. */
const inside = (folder, room) => (room === "" ? `^${folder}/[^/]+$` : `^${folder}/${room}/`);
const nameOf = (folder, room) => `room-${folder.replaceAll("/", "-")}${room === "" ? "" : `-${room}`}`;

const roomRules = Object.entries(ROOMS).flatMap(([folder, rooms]) => [
  ...rooms.slice(0, -1).map((room, index) => ({
    name: nameOf(folder, room),
    comment: `${folder}/${room} may import no room that stands above it: ${rooms.slice(index + 1).join(", ")}`,
    severity: "error",
    from: { path: inside(folder, room) },
    to: { path: rooms.slice(index + 1).map((above) => inside(folder, above)) },
  })),
  {
    name: `rooms-of-${folder.replaceAll("/", "-")}`,
    comment: `each file of ${folder}/ lies in one of its rooms`,
    severity: "error",
    from: { path: `^${folder}/`, pathNot: rooms.map((room) => inside(folder, room)) },
    to: {},
  },
]);

const doorRules = Object.entries(DOORS).map(([name, door]) => ({
  name: `door-${name}`,
  comment: `only ${door} may import ${name}`,
  severity: "error",
  from: { path: "^(src|action|bot)/", pathNot: door },
  to: { path: installed(name) },
}));

export default {
  forbidden: [
    ...floorRules,
    ...roomRules,
    ...doorRules,
    {
      name: "packages-have-doors",
      comment: "a package that is not in the table of doors may not be imported by the product: add its door first",
      severity: "error",
      from: { path: "^(src|action|bot)/" },
      to: { path: "(^|/)node_modules/", pathNot: Object.keys(DOORS).map(installed) },
    },
    {
      name: "pure-floors-touch-nothing",
      comment:
        "core, text, ports, agent and loop know no Node: no files, no processes, no network, no clock; core/values/digest.ts may hash",
      severity: "error",
      from: { path: PURE, pathNot: "^src/core/values/digest[.]ts$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "digest-hashes-only",
      comment: "core/values/digest.ts may import node:crypto and nothing else of Node",
      severity: "error",
      from: { path: "^src/core/values/digest[.]ts$" },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    },
    {
      name: "entries-do-not-meet",
      comment: "action, bot and the command line are three composition roots; none knows another",
      severity: "error",
      from: { path: "^(action|bot|src/cli)/" },
      to: { path: "^(action|bot|src/cli)/", pathNot: "^$1/" },
    },
    {
      name: "no-circles",
      comment: "no circle, not even by types",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-circles-of-folders",
      comment: "no circle between folders either",
      severity: "error",
      scope: "folder",
      from: { path: "^(src|action|bot|tests/lab)/" },
      to: { circular: true },
    },
    {
      name: "no-orphans",
      comment: "a file that nothing imports and that imports nothing is dead wood",
      severity: "error",
      from: { orphan: true, pathNot: "([.]test[.]ts|[.]d[.]ts)$" },
      to: {},
    },
    {
      name: "no-tests-in-product",
      comment: "the product never leans on its tests",
      severity: "error",
      from: { pathNot: "^tests/" },
      to: { path: "^tests/" },
    },
    {
      name: "lab-stands-alone",
      comment:
        "tests/lab is a package of its own in all but name: it imports itself, packages and Node, nothing else of this repository",
      severity: "error",
      from: { path: "^tests/lab/" },
      to: { pathNot: ["^tests/lab/", "(^|/)node_modules/"], dependencyTypesNot: ["core"] },
    },
    {
      name: "lab-rules-are-pure",
      comment:
        "what GitHub allows is data and functions: tests/lab/github/rules imports itself, zod and graphql's reader, no state, no HTTP, no Node",
      severity: "error",
      from: { path: "^tests/lab/github/rules/" },
      to: { pathNot: ["^tests/lab/github/rules/", installed("zod"), installed("graphql")] },
    },
    {
      name: "simulator-asks-the-rules",
      comment:
        "the simulated GitHub knows of the loopback one its rules alone: what both decide is decided there, once",
      severity: "error",
      from: { path: "^tests/proofs/simulator/github/" },
      to: { path: "^tests/lab/", pathNot: "^tests/lab/github/rules/" },
    },
    {
      name: "resolvable",
      comment: "an import must be found",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "rooms-by-name",
      comment: "across rooms write #floor/room/file.ts",
      severity: "error",
      from: { path: "^(src/.+)/[^/]+$" },
      to: { path: "^src/", pathNot: "^$1/[^/]+$", dependencyTypesNot: ["aliased-subpath-import"] },
    },
    {
      name: "own-room-by-path",
      comment: "inside a room write ./file.ts, so that # always means a border crossed",
      severity: "error",
      from: { path: "^(src/.+)/[^/]+$" },
      to: { path: "^$1/[^/]+$", dependencyTypes: ["aliased-subpath-import"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/fixtures/|/demo/repository/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "node", "default"] },
  },
};
