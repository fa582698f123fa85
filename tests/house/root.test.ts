/** The root holds the folders that the product has, and what tools and people look for there: nothing that a build or a try left behind. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { ROOT } from "./tools.ts";

const PARTS = [".ci", ".github", "action", "action.yml", "bot", "package.json", "src", "tests", "tsconfig.json"];
const FOR_PEOPLE = ["LICENSE", "README.md"];
/** Written by the first release. */
const LATER = ["CHANGELOG.md"];
const FOR_TOOLS = [
  ".dependency-cruiser.mjs",
  ".dockerignore",
  ".gitignore",
  ".npmrc",
  "Dockerfile",
  "biome.json",
  "compose.yaml",
  "package-lock.json",
  "rolldown.config.ts",
  "stryker.config.mjs",
  "vitest.config.ts",
  "vitest.mutants.config.ts",
];

const byName = (a: string, b: string): number => a.localeCompare(b);

it("holds what is known by name, and nothing else", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  const found = new Set(files.flatMap((path) => path.split("/", 1)).filter((name) => name !== ""));
  expect([...found].filter((name) => !LATER.includes(name)).toSorted(byName)).toEqual(
    [...PARTS, ...FOR_PEOPLE, ...FOR_TOOLS].toSorted(byName),
  );
});
