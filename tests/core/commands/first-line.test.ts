import fc from "fast-check";
import { micromark } from "micromark";
import { expect, it } from "vitest";
import { firstLine } from "#core/commands/first-line.ts";
import { documents } from "../../builders/markdown.ts";
import { LONG } from "../../house/proofs.ts";

const TICKS = "```";

it.each([
  // CMD-01, CMD-02
  ["/approve 3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2", "/approve 3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2"],
  ["  /approve 3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2  \r\n", "/approve 3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2"],
  ["\n\n \t \n   /stop\r\nmore", "/stop"],
  ["/stop\rmore", "/stop"],
  ["\uFEFF/stop", "/stop"],
  ["\n/stop", "/stop"],
  ["/st\0op", "/st\uFFFDop"],
  ["\f/stop", "\f/stop"],
  ["\u200B/stop", "\u200B/stop"],
  ["/stop\u00A0", "/stop\u00A0"],
  // CMD-03
  ["LGTM\n\n/approve 3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2", "LGTM"],
  // CMD-16, CMD-22
  ["/stop\n> quoted", "/stop"],
  ["/stop\n\nOn Mon wrote:\n> /approve h", "/stop"],
  ["/stop\n- a\n===", "/stop"],
  ["/stop\n1. a\n===", "/stop"],
  ["/stop\n# a\n===", "/stop"],
  ["/stop\n***\n===", "/stop"],
  [`/stop\n${TICKS}\n===`, "/stop"],
  ["/stop\n    ===", "/stop"],
  ["/stop\n\n===", "/stop"],
  ["/stop\n= =", "/stop"],
  ["/stop\n\u000b\nx", "/stop"],
  ["1234567890. x", "1234567890. x"],
  ["-x", "-x"],
  ["**", "**"],
  ["####### x", "####### x"],
  [`${TICKS} a\` b`, `${TICKS} a\` b`],
  ["\\/approve", "\\/approve"],
  ["&#47;approve", "&#47;approve"],
  // CMD-08
  ["`/approve x`", "`/approve x`"],
  ["`/approve` x", "`/approve` x"],
])("takes the first line of %j [CMD-01, CMD-02, CMD-08]", (text, line) => {
  expect(firstLine(text)).toBe(line);
});

it.each([
  "",
  " \n\t\n",
  // CMD-04, CMD-05
  "> /approve 3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2\n\nshould we?",
  "> > /approve x\nlazy continuation /approve",
  // CMD-06
  `${TICKS}\n/approve x\n${TICKS}`,
  "~~~\n/approve x\n~~~",
  `${TICKS}\`\n${TICKS}\n/approve x\n${TICKS}\``,
  `${TICKS}\n/approve x`,
  // CMD-07
  "    /approve x",
  "\t/approve x",
  " \t/approve x",
  // CMD-09 and the seven kinds of HTML
  "<!-- /approve x -->",
  "<!--\n/approve x\n-->",
  "<details>\n/approve x",
  "<script>\n/approve x",
  "<?php\n/approve x",
  "<!DOCTYPE\n/approve x",
  "<![CDATA[\n/approve x",
  "<any-tag>\n/approve x",
  // CMD-10
  "- /approve x",
  "-\n  /approve x",
  "1. /approve x",
  "# /approve x",
  "#\n/approve",
  "***\n/approve x",
  "[a]: /url\n/approve x",
  // headings made by the line below
  "/approve\n---",
  "/approve\n=",
  "/approve\n   --- \t",
  "/approve\nmore\n===",
  "/approve\n-\nmore",
  "/approve\n    indented\n===",
  "/approve\n<b>\n===",
  "/approve\n<pre/>\n===",
  "/approve\n</script>\n===",
  "/approve\n<!1>\n===",
  "/approve\n2. x\n===",
  "/approve\n01. x\n===",
  "/approve\n*\n===",
])("finds no line of text at the start of %j [CMD-04, CMD-05, CMD-06, CMD-07, CMD-09, CMD-10]", (text) => {
  expect(firstLine(text)).toBeNull();
});

it.each(["div", "DIV class=x", "/div", "hr/", "pre", "script x", "TextArea", "h6", "search"])(
  "ends the paragraph at the tag <%s>, so that the underline below makes no heading",
  (tag) => {
    const text = `/stop\n<${tag}>\n===`;
    expect([firstLine(text), oracle(text)]).toEqual(["/stop", "/stop"]);
  },
);

/** The first line of the paragraph that begins the rendered document, with entities read; null where it begins otherwise. */
function rendered(text: string): string | null {
  const html = micromark(text);
  if (!html.startsWith("<p>")) return null;
  const end = html.slice(3).search(/\n|\r|<br \/>|<\/p>/);
  return html
    .slice(3, 3 + end)
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** What a reader sees as a command: the document's first character is its slash, and it begins a rendered paragraph. */
function oracle(text: string): string | null {
  const line = rendered(text);
  return line?.startsWith("/") && /^\uFEFF?[ \t\r\n]*\//.test(text) ? line : null;
}

/** Says what is wrong with an answer of a scanner; null when the oracle agrees. */
function disagreement(scan: (text: string) => string | null, text: string): string | null {
  const line = scan(text);
  const seen = oracle(text);
  const command = line?.startsWith("/") ? line : null;
  if ((command === null) !== (seen === null)) return `scanner ${command}, reader ${seen}`;
  const plain = command !== null && !/[\\&*_`[\]<>!]/.test(text);
  if (plain && command !== seen) return `scanner ${command}, reader ${seen}`;
  const word = command?.match(/^\/[a-z]+(?=[ \t]|$)/)?.[0];
  if (word !== undefined && !new RegExp(`^${word}(?:[ \\t]|$)`).test(seen ?? "")) return `reader does not see the word ${word}`;
  const sure = !/^\uFEFF?[ \t\r\n]*[[<]/.test(text);
  if (sure && (line === null) !== (rendered(text) === null)) return `scanner ${line}, reader ${rendered(text)}`;
  return null;
}

const DOCUMENTS = 11_000;
/** `npm run proofs` takes the long way; the tests of every day a tenth of it. Each part has its own seed and its own time. */
const PARTS = Array.from({ length: LONG ? 10 : 1 }, (_, part) => part);

function agreement(scan: (text: string) => string | null, numRuns: number, part = 0) {
  return fc.check(
    fc.property(documents, (text) => {
      const found = disagreement(scan, text);
      if (found !== null) throw new Error(found);
    }),
    { numRuns, seed: 20_260_401 + part },
  );
}

// CMD-30
it.each(PARTS)("agrees with CommonMark on 11,000 hostile documents, with seed %i [CMD-30]", (part) => {
  const { failed, counterexample, errorInstance, numRuns } = agreement(firstLine, DOCUMENTS, part);
  expect({ failed, counterexample, errorInstance, numRuns }).toEqual({
    failed: false,
    counterexample: null,
    errorInstance: null,
    numRuns: DOCUMENTS,
  });
});

/** Scanners with one planted fault each; every one must be found out. */
const WRONG: Record<string, (text: string) => string | null> = {
  "setext ignored": (text) => firstLine(text.replace(/\n[ \t]*[=-]+[ \t]*(?=\n|$)/g, "\n\n")),
  "indented code taken for text": (text) => firstLine(text.replace(/^[ \t]+/, "")),
  "quotes unwrapped": (text) => firstLine(text.replace(/^ {0,3}> ?/, "")),
  "first line with a slash anywhere": (text) =>
    text
      .split(/[\r\n]+/)
      .find((row) => row.trim().startsWith("/"))
      ?.trim() ?? null,
  "all whitespace trimmed": (text) => firstLine(text.replace(/^\s+/, "")),
  "HTML does not end a paragraph": (text) => firstLine(text.replaceAll("\n<", "\n\\<")),
  "any tag ends a paragraph": (text) => firstLine(text.replaceAll("\n<", "\n\n<")),
  "any list item ends a paragraph": (text) => firstLine(text.replace(/\n(\d+[.)])/g, "\n\n$1")),
};

it.each(Object.keys(WRONG))("the oracle finds a planted fault: %s", (name) => {
  expect(agreement(WRONG[name] ?? firstLine, 40_000).failed).toBe(true);
});

// CMD-26, CMD-27
it.each([
  ["a long line", `/stop ${"x".repeat(1_000_000)}`],
  ["blank lines", "\n".repeat(1_000_000)],
  ["carriage returns", "\r".repeat(1_000_000)],
  ["quotes", ">".repeat(1_000_000)],
  ["brackets", "[".repeat(1_000_000)],
  ["ticks", "`".repeat(1_000_000)],
  ["stars", `${"* ".repeat(500_000)}x`],
  ["dashes below", `/stop\n${"-".repeat(999_990)}x`],
  ["spaces below", `/stop\n${"a          ".repeat(90_000)}`],
  ["tags below", `/stop\n${"<a-".repeat(300_000)}`],
  ["short lines below", `/stop\n${"a\n".repeat(500_000)}`],
])("reads a megabyte of %s [CMD-26, CMD-27]", (_, text) => {
  const line = text.split("\n")[0];
  expect(text.startsWith("/stop") ? [line] : [null, line]).toContain(firstLine(text));
});
