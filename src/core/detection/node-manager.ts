/** Finds the manager that installs a package's dependencies, in the version that the repository names. */
import { type FoundCommand, hasAny, type RepositoryFiles } from "./way.ts";

/** What is known of a manager: its lock files, and how it installs. `version`: as package.json names it, or empty. */
interface Manager {
  readonly locks: readonly string[];
  readonly install: (version: string, isLocked: boolean) => string;
}

/** Scripts of packages ask hosts that setup may not reach: then the packages alone, without their scripts. */
const orWithoutScripts = (install: string): string => `${install} || ${install} --ignore-scripts`;

const NPM: Manager = {
  locks: ["package-lock.json", "npm-shrinkwrap.json"],
  install: (_version, isLocked) => orWithoutScripts(isLocked ? "npm ci" : "npm install --no-audit --no-fund"),
};

/**
 * A manager that need not be on the machine comes from npm's registry. Their documents: https://pnpm.io,
 * https://yarnpkg.com, https://bun.sh
 */
const OTHERS: Readonly<Record<string, Manager>> = {
  pnpm: {
    locks: ["pnpm-lock.yaml"],
    install: (version, isLocked) =>
      orWithoutScripts(
        `npx --yes pnpm@${version || "10"} install ${isLocked ? "--frozen-lockfile" : "--no-frozen-lockfile"}`,
      ),
  },
  yarn: {
    locks: ["yarn.lock"],
    // That a tool of theirs wants another Node keeps no test from running: npm only warns of it.
    install: (version, isLocked) =>
      orWithoutScripts(
        `npx --yes yarn@${version || "1"} install --ignore-engines${isLocked ? " --frozen-lockfile" : ""}`,
      ),
  },
  berry: {
    locks: [],
    // Packages in a folder, as npm lays them out: its programs find them there.
    install: (version) => {
      const install = `YARN_NODE_LINKER=node-modules npx --yes @yarnpkg/cli-dist@${version || "4"} install`;
      return `${install} || YARN_ENABLE_SCRIPTS=0 ${install}`;
    },
  },
  bun: {
    locks: ["bun.lock", "bun.lockb"],
    install: (version) => orWithoutScripts(`npx --yes bun@${version || "1"} install`),
  },
};

/** A manager as it serves one repository. `isLocked`: a lock file is there. */
export interface ChosenManager {
  readonly name: string;
  readonly isLocked: boolean;
  readonly setup: readonly FoundCommand[];
}

/** The manager of `packageManager`, else that of the lock file, else npm. */
export function managerOf(
  files: RepositoryFiles,
  { packageManager }: { readonly packageManager: string },
): ChosenManager {
  const [, named = "", version = ""] = /^([a-z]+)@(\d[\w.-]*)/.exec(packageManager) ?? [];
  const [locked = null] =
    Object.entries({ npm: NPM, ...OTHERS }).find(([, { locks }]) => hasAny(files, ...locks)) ?? [];
  const isNamed = named === "npm" || Object.hasOwn(OTHERS, named);
  const name = isNamed ? named : (locked ?? "npm");
  const key = name === "yarn" && isBerry(files, version) ? "berry" : name;
  const isLocked = locked === name;
  return {
    name,
    isLocked,
    setup: [
      {
        // Of npm that version serves that is there.
        run: (OTHERS[key] ?? NPM).install(name === "npm" ? "" : version, isLocked),
        why: isNamed ? `package.json names ${packageManager}` : whyOf(name, isLocked),
      },
    ],
  };
}

const whyOf = (name: string, isLocked: boolean): string =>
  isLocked ? `the lock file is that of ${name}` : "no lock file is there";

/** The newer yarn, from its version, its settings or what its lock file begins with. */
function isBerry(files: RepositoryFiles, version: string): boolean {
  if (version !== "") return !version.startsWith("1.");
  return hasAny(files, ".yarnrc.yml") || /__metadata:/.test(String(files.texts.get("yarn.lock")));
}
