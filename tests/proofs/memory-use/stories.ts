/** The stories of the bench: what an earlier run left, and what the person who approves a later plan wants to find in it. */
import { FILES } from "../noise/task.ts";

/** Something that a plan must ask for beside what the issue says. `check`: a command that shows it; `files`: what has to be written for it. */
export interface Wish {
  readonly check: string;
  readonly files: Readonly<Record<string, string>>;
}

/** `said`: a maintainer's words in the earlier run; null where only the driver saw something. `how`: by which command they came. */
export interface MemoryStory {
  readonly name: string;
  readonly said: string | null;
  readonly how: "stop" | "redirect";
  /** What was asked for; null where the person of the later run wants something else, or nothing. */
  readonly wish: Wish | null;
  /** The files of the repository. */
  readonly base: Readonly<Record<string, string>>;
}

/** The wish for a file that holds this line. */
export const fileWith = (path: string, text: string): Wish => ({ check: `grep -qF -- '${text}' ${path}`, files: { [path]: `${text}\n` } });
const never = (path: string, text: string): Wish => ({ check: `! grep -qF -- '${text}' ${path}`, files: {} });

const word = (name: string, said: string, wish: Wish | null, how: MemoryStory["how"] = "redirect"): MemoryStory => {
  return { name, said, how, wish, base: FILES };
};

const beside = (name: string, said: string): MemoryStory => word(name, said, null);

const TEST = `import test from "node:test";
import assert from "node:assert";
import { split } from "../src/split.js";
test("keeps empty fields", () => assert.equal(split("a,,b").length, 3));`;

const red = (name: string, ...tests: readonly string[]): MemoryStory => {
  const old = tests.map((title) => `test("${title}", () => assert.equal(new Date(0).getFullYear(), 2001));`);
  const text = ['import test from "node:test";', 'import assert from "node:assert";', ...old, ""].join("\n");
  return { name, said: null, how: "stop", wish: null, base: { ...FILES, "test/old.test.js": text } };
};

export const STORIES: readonly MemoryStory[] = [
  word("a changelog", "Every change gets a line in CHANGELOG.md.", fileWith("CHANGELOG.md", "- Empty fields are kept")),
  word("a page of the docs", "Say it in docs/split.md as well.", fileWith("docs/split.md", "Empty fields are kept")),
  word("no dependencies", "We take no new dependencies.", never("package.json", "ependencies"), "stop"),
  word(
    "types",
    "The type declarations beside the source must follow.",
    fileWith("src/split.d.ts", "export function split(line: string): string[];"),
  ),
  word("an example", "What users can see gets an example in examples/.", fileWith("examples/split.js", "// Empty fields are kept")),
  word("no default exports", "No default exports, please.", never("src/split.js", "export default"), "stop"),
  word(
    "CommonJS",
    "People still require() this package: keep a CommonJS file.",
    fileWith("src/split.cjs", "module.exports = import(`./split.js`);"),
  ),
  word("a regression test", "A bug gets a regression test in a file of its own.", fileWith("test/empty.test.js", TEST)),
  word("a benchmark", "This is hot code; I want a benchmark with it.", fileWith("bench/split.js", "// performance of empty fields")),
  word("upgrade notes", "Callers will notice. Write it into UPGRADING.md.", fileWith("UPGRADING.md", "Empty fields are kept")),
  word("no patterns", "No regular expressions here, they were slow on long lines.", never("src/split.js", "RegExp"), "stop"),
  word("two languages", "README.es.md must say the same.", fileWith("README.es.md", "Los campos quedan")),
  word("a file for the release", "Each change brings a file in .changes/.", fileWith(".changes/empty-fields.md", "Empty fields are kept")),
  word("an old Node", "We still support Node 18.", never("src/split.js", "Object.groupBy"), "stop"),
  red("a test that is red", "knows the year"),
  red("tests that are red", "knows the year", "knows the century", "knows the moon"),
  beside("the website", "The fields of the form on the website must stay where they are."),
  beside("another parser", "Do not split the parser's class into three."),
  beside("the logo", "Keep the empty space around the logo."),
  beside("the time zone", "The line with the date must be in UTC."),
];
