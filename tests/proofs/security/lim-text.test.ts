/** Strangers' text does not hold a process up: parsers, patterns and the configuration come to their end with whatever they are given. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import ts from "typescript";
import { expect, it } from "vitest";
import { faultSpotsOf } from "#adapters/syntax/fault-spots.ts";
import { outlineOf } from "#adapters/typescript/outline.ts";
import { parseConfig } from "#agent/specs/config-file.ts";
import { ROOT } from "../../house/tools.ts";
import { processorTime } from "../../journeys/bench/processor-time.ts";
import { SUBJECTS } from "../../journeys/bench/text-subjects.ts";

const KIB = 1024;

/** What the case names; `npm run bench:text` has many more, and takes the times. */
const NAMED = ["[", "![", "<!--", "[a](x        ", "&#", "*_", "> ", "- ", "  ", "| a ", "\n> - 1. "];

/** What gives nothing is soon done: that a parser comes to its end says something of one that reads. */
it.each(Object.entries(SUBJECTS))("%s makes something of a plain line [LIM-01]", (_name, read) => {
  expect(read("Fix the parser.\n")).toBeDefined();
});

/** A parser that is quadratic needs minutes for one of these, and its test then ends at its limit. */
it.each(Object.entries(SUBJECTS))(
  "%s comes to its end with 256 KiB of every hostile text [LIM-01]",
  (_name, read) => {
    for (const unit of NAMED) expect(() => read(unit.repeat((256 * KIB) / unit.length))).not.toThrow();
  },
  60_000,
);

/** The compiler reads these; what we look for in its tree must not take longer than that. */
it.each(["a.", "a[0].", "expect(a).", "it.skip.", "a\n.b(", "(", "`${"])(
  "the outline of a file of tests comes to its end with 128 KiB of %j [LIM-01]",
  async (unit) => {
    await expect(outlineOf("a.test.js", unit.repeat((128 * KIB) / unit.length))).resolves.not.toBeUndefined();
  },
  20_000,
);

/** Each grammar reads what was never meant for it, too. */
it.each(["js", "tsx", "py", "go", "rs", "java", "c", "sh"])(
  "the places for faults of a file in .%s come to their end with 128 KiB of every hostile text [LIM-01]",
  async (ending) => {
    for (const unit of [...NAMED, "(", "a.", "if (a) ", "a && ", "${", '"', "!!!", "#[", "<a", "a < b > "])
      await expect(faultSpotsOf(`a.${ending}`, unit.repeat((128 * KIB) / unit.length))).resolves.toBeInstanceOf(Array);
  },
  20_000,
);

interface Pattern {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** The parts of `new RegExp(`…${NAME.source}…`)`: its text, and the names of the patterns that it is made of; null for any other. */
function composed(node: ts.Node): { readonly template: ts.TemplateExpression; readonly names: readonly string[] } | null {
  const [template] = ts.isNewExpression(node) ? (node.arguments ?? []) : [];
  if (template === undefined || !ts.isTemplateExpression(template)) return null;
  const names = template.templateSpans.map(({ expression }) => /^(\w+)[.]source$/.exec(expression.getText())?.[1] ?? "");
  return names.every((name) => name !== "") ? { template, names } : null;
}

function nodesIn(node: ts.Node): readonly ts.Node[] {
  const inner: ts.Node[] = [];
  ts.forEachChild(node, (child) => void inner.push(child));
  return [node, ...inner.flatMap(nodesIn)];
}

/** Every pattern that is written down in a file; one that is only a part of others is read within them. */
function patternsOf(path: string, text: string): readonly Pattern[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const nodes = nodesIn(file);
  const where = (node: ts.Node): string => `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const literals = nodes.filter(ts.isRegularExpressionLiteral).map((node) => {
    const end = node.text.lastIndexOf("/");
    const name = ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : null;
    return { name, pattern: { where: where(node), source: node.text.slice(1, end), flags: node.text.slice(end + 1) } };
  });
  const sourceOf = new Map(literals.map(({ name, pattern }) => [name, pattern.source]));
  const wholes = nodes.flatMap((node) => {
    const found = composed(node);
    return found?.names.every((name) => sourceOf.has(name)) === true ? [{ ...found, where: where(node) }] : [];
  });
  const parts = new Set(wholes.flatMap(({ names }) => names));
  return [
    ...literals.flatMap(({ name, pattern }) => (name !== null && parts.has(name) ? [] : [pattern])),
    ...wholes.map(({ template: { head, templateSpans }, names, where: at }) => {
      const rest = templateSpans.map(({ literal }, index) => `${sourceOf.get(names[index] ?? "")}${literal.text}`);
      return { where: at, source: `${head.text}${rest.join("")}`, flags: "" };
    }),
  ];
}

/** As `patternsOf`, of a source file. */
function patternsIn(path: string): readonly Pattern[] {
  return patternsOf(path.slice(ROOT.length), readFileSync(path, "utf8"));
}

const sources = ["src", "action", "bot"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).flatMap((name) =>
    name.endsWith(".ts") ? [join(ROOT, folder, name)] : [],
  ),
);

/** Milliseconds of the processor for one pattern over one text: a linear one needs a few. Others who work on this machine are not counted. */
const LIMIT = 400;
/** Milliseconds after which a try is broken off, since one that runs away would have no end. */
const PATIENCE = 1_500;

/** What a pattern may be made to try again and again: its own words, many times over, with an end that does not fit. */
function attacksOn(source: string): readonly string[] {
  const plain = source.replaceAll(/\\[wWdDsSbB]|\(\?[:=!<]+|[()[\]{}^$|*+?]/g, " ").replaceAll(/\\(.)/g, "$1");
  const words = [...new Set(plain.split(/\s+/).filter((word) => word !== ""))].slice(0, 4);
  const units = [
    "a",
    " ",
    "\t",
    "\n",
    "0",
    "/",
    "-",
    ".",
    "<",
    "[",
    "(",
    "\\",
    '"',
    "a ",
    "a.",
    "a-",
    "aA0",
    ...words,
    words.join(""),
    words.join(" "),
  ];
  return [...new Set(units)]
    .filter((unit) => unit !== "")
    .flatMap((unit) => {
      const text = unit.repeat((32 * KIB) / unit.length);
      return [text, `${words[0] ?? ""}${text}\u0000`];
    });
}

const TRY = new Script("new RegExp(source, flags).test(text)");

/** Noise only adds: what is within the limit once is within it. */
const TIMES = 3;

/** The texts with which it takes too long. A sticky one is tried at the beginning alone, as it is used. */
function slowOf({ where, source, flags }: Pattern): readonly string[] {
  const room = { source, flags: flags.replace("g", ""), text: "" };
  const context = createContext(room);
  const ends = (): boolean => {
    try {
      return processorTime(() => TRY.runInContext(context, { timeout: PATIENCE })) < LIMIT;
    } catch (error) {
      if (Object(error).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      return false;
    }
  };
  return attacksOn(source).flatMap((text) => {
    room.text = text;
    const isSlow = Array.from({ length: TIMES }).every(() => !ends());
    return isSlow ? [`${where}: /${source}/ with ${JSON.stringify(text.slice(0, 20))}…`] : [];
  });
}

it("no pattern of ours runs away on texts made of its own words [LIM-02]", () => {
  const patterns = sources.flatMap(patternsIn);
  expect(patterns.length).toBeGreaterThan(150);
  expect(patterns.flatMap(slowOf)).toEqual([]);
});

it("reads a pattern that is made of others as a whole, and its parts only there [LIM-02]", () => {
  const whole = "`^(?:$" + "{A.source}$" + "{B.source})`";
  const text = `const A = /a+/; const B = /a+b/; const C = new RegExp(${whole}); const D = /d/;`;
  expect(patternsOf("a.ts", text).map(({ source }) => source)).toEqual(["d", "^(?:a+a+b)"]);
});

it.each(["^(a+)+$", "a+a+b"])("%s would be seen [LIM-02]", (source) => {
  expect(slowOf({ where: "here", source, flags: "" })).not.toEqual([]);
});

it("a linear pattern is none [LIM-02]", () => {
  expect(slowOf({ where: "here", source: "<!--[^>]{0,99}-->", flags: "g" })).toEqual([]);
});

it.each<{ what: string; text: string; says: string }>([
  { what: "an alias", text: "setup: &a [x]\nchecks: { test: *a }\n", says: "write the value out instead of the alias *a" },
  {
    what: "aliases of aliases",
    text: ["a: &a [x, x, x]", ...[..."bcdefgh"].map((name, at) => `${name}: &${name} [${`*${"abcdefg"[at]}, `.repeat(9)}x]`)].join("\n"),
    says: "instead of the alias",
  },
  { what: "lists without an end", text: `setup: ${"[".repeat(60_000)}`, says: "loopwright.yml:1" },
  { what: "maps within maps", text: Array.from({ length: 300 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"), says: "unknown key a" },
  { what: "a megabyte", text: `label: ${"x".repeat(KIB ** 2)}`, says: "it has 1048583 characters, and 65536 are read" },
  { what: "a key twice", text: "label: a\nlabel: b\n", says: "unique" },
  { what: "a tag", text: "label: !!js/function 'x'\n", says: "loopwright.yml:1" },
])("reads no configuration with $what [LIM-10]", ({ text, says }) => {
  expect(() => parseConfig(text, [])).toThrow(says);
});
