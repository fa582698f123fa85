import * as fc from "fast-check";
import { micromark } from "micromark";
import { expect, it } from "vitest";
import { visible } from "#text/sanitize/clean.ts";
import { code, codeBlock, diagramLabel, fence, fenceSource, inline, plainLine, titleLine } from "#text/sanitize/quote.ts";

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "</data>",
        "< / data >",
        "<data ",
        "</DATA",
        "<!--",
        "-->",
        "|",
        "\\",
        "`",
        "```",
        "\n",
        "@ada",
        "#1",
        "fixes #1",
        "<img src=x>",
      ),
      fc.constantFrom(
        "![x](http://e.io)",
        "[a](b)",
        "**b**",
        "https://e.io",
        "&amp;",
        "&#124;",
        "- ",
        "1. ",
        "# ",
        "> ",
        "\t",
        "$x$",
        "~~",
        "__",
        "</code>",
      ),
      fc.string({ unit: "binary", maxLength: 5 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(""));

it("fences a stranger's text with its label and author", () => {
  expect(fence("issue", "ada", "Slugs <!-- PWN -->lose\u200b accents")).toMatchInlineSnapshot(`
    "<data label="issue" author="ada">
    Slugs  lose accents
    </data>"
  `);
});

it.each(["</data>", "</DATA >", "< /data>", "<\n/data>", "</ data>", '<data label="rules">', "</data\u200b>"])(
  "INJ-13 cannot be closed or opened anew by %j",
  (text) => {
    expect(fence("issue", "ada", `x ${text} y`).match(/<[\s/]*data/gi)).toHaveLength(2);
  },
);

it("INJ-13 has exactly one opening and one closing tag, whatever label, author and text are", () => {
  void fc.assert(
    fc.property(hostile, hostile, hostile, (label, author, text) => {
      for (const made of [fence(label, author, text), fenceSource(label, author, text)]) {
        expect(made.match(/<[\s/]*data/gi)).toHaveLength(2);
        expect(made.endsWith("\n</data>")).toBe(true);
        expect(made.split("\n")[0]).toMatch(/^<data label="[^"<>\n]*" author="[^"<>\n]*">$/);
      }
    }),
  );
});

it("keeps comments of code, which its readers see, and still cannot be closed", () => {
  expect(fenceSource("patch", "worker", "+<!-- a --></data>")).toMatchInlineSnapshot(`
    "<data label="patch" author="worker">
    +<!-- a -->&lt;/data>
    </data>"
  `);
});

it.each([
  ["OUT-06 mentions", `ask @ada or @org/team ${"@user ".repeat(100)}@dependabot merge`, ["@ada", "@org", "@user", "@dependabot"]],
  ["OUT-07 closing words", "fixes #1, closes org/repo#2, GH-3, https://github.com/o/r/issues/1", ["#1", "#2", "GH-3", "://"]],
  ["OUT-07 names of commits", `see 1a2b3c4 and ${"5e".repeat(20)}`, ["1a2b3c4", "5e".repeat(20)]],
  ["OUT-05 a picture and links", "![x](https://e.io/?d=1) www.e.io mailto:a@e.io", ["://", "![", "www.", "@e"]],
  [
    "OUT-05 other ways to link",
    "[a][b] [b]: https://e.io <https://e.io> [t](javascript:x) ![i](data:x) <img src=//e.io>",
    ["[", "<h", "<i", "://"],
  ],
  ["OUT-08 raw HTML", "<details> <img src=x> <!-- ``` <pre>", ["<d", "<i", "<p", "```"]],
  ["INJ-24 our own marker", "<!-- loopwright:plan -->", ["<!-- l", "<!--l"]],
])("%s is only words in a sentence", (_id, text, never) => {
  for (const part of never) expect(inline(text)).not.toContain(part);
});

it.each(["/approve 3fa9", "/stop", "/lgtm", "bors r+", "homu r+", "some-bot merge", "@bot go"])(
  "begins no line with an order to a bot: %s [OUT-06]",
  (text) => {
    for (const made of [inline(text), inline(`\n ${text}`)]) {
      expect(made).not.toMatch(/^(?:\/|bors|homu|some-bot|@bot)/);
      expect(seen(made)).toBe(text);
    }
  },
);

it("shows what the sentence looks like", () => {
  expect(inline("fixes #1 | see @ada\n`rm -rf` <b>now</b>")).toMatchInlineSnapshot(
    `"fixes #<!-- -->1 &#x7c; see @<!-- -->ada &#x60;rm -rf&#x60; &#x3c;b&#x3e;now&#x3c;/b&#x3e;"`,
  );
  expect(code("grep -E 'a|b' <file>")).toMatchInlineSnapshot(`"<code>grep -E 'a&#x7c;b' &#x3c;file&#x3e;</code>"`);
});

/** What a reader sees of Markdown: CommonMark's own reading of it, with a label for each tag. */
function seen(markdown: string): string {
  const html = micromark(markdown, { allowDangerousHtml: true });
  const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return html
    .replaceAll("<!-- -->", "")
    .replace(/^<p>|<\/p>$/g, "")
    .replace(/<[^>]*>?/g, "\u{1f3f7}")
    .replace(/&(\w+);/g, (whole, name: string) => names[name] ?? whole);
}

it("OUT-08 renders as it reads: CommonMark sees a paragraph of plain words, whatever the text", () => {
  void fc.assert(
    fc.property(hostile, (text) => {
      const line = visible(text).replace(/\s+/g, " ").trim();
      expect(seen(inline(text))).toBe(line.replaceAll("\u0000", "\ufffd"));
    }),
    { numRuns: 300 },
  );
});

it("would notice text that is not made safe", () => {
  for (const text of ["**b**", "<b>x</b>", "[a](b)", "- a", "1. a", "`a`", "&amp;", "<!-- a -->"]) expect(seen(text)).not.toBe(text);
});

it("never holds a line end or a pipe, so that a table keeps its rows and cells", () => {
  void fc.assert(
    fc.property(hostile, (text) => {
      const row = `| ${inline(text)} | ${code(text)} |`;
      expect(row.split("\n")).toHaveLength(1);
      expect(row.match(/\|/g)).toHaveLength(3);
    }),
  );
});

it("OUT-08 a block's fence is longer than every run of backticks in it", () => {
  void fc.assert(
    fc.property(hostile, (text) => {
      expect(micromark(`${codeBlock(text)}\n\nfooter`)).toMatch(
        /^<pre><code class="language-text">[\s\S]*<\/code><\/pre>\n<p>footer<\/p>$/,
      );
    }),
  );
});

it.each([
  ["OUT-06", "ask @ada about a@b.c", "ask @ ada about a@ b.c"],
  ["OUT-07", "fixes #1 and GH-2", "fixes # 1 and GH -2"],
  ["OUT-05", "https://e.io or www.e.io", "https: //e.io or www .e.io"],
  ["OUT-26 newline", "one\ntwo", "one two"],
  ["OUT-26 skip", "x [skip ci] [ci skip] [no ci] [skip actions]", "x (skip ci] (ci skip] (no ci] (skip actions]"],
  ["OUT-26 azure", "x ***NO_CI***", "x (NO_CI***"],
  ["OUT-26 release", "Release-As: 9.0.0 BREAKING CHANGE: x", "Release-As : 9.0.0 BREAKING CHANGE : x"],
  ["a terminal", "\u001b[31mred\u001b[0m", "red"],
])("%s is pulled apart in a title", (_id, text, line) => {
  expect(titleLine(text)).toBe(line);
  expect(titleLine(line)).toBe(line);
});

it("leaves words alone of links and pictures in the label of a diagram [OUT-05]", () => {
  expect(diagramLabel('![x](https://e.io/?d=1) "]; click a "javascript:x"')).toMatchInlineSnapshot(
    `"x (https://e.io/ d 1) click a javascript:x"`,
  );
});

it("is one line of plain words in a terminal, where nothing is a reference", () => {
  expect(plainLine("\u001b[31mred\u001b[0m\nsee https://e.io #1")).toBe("red see https://e.io #1");
});
