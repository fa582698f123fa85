/** Lists forms of text that a reader of a page on GitHub does not see, and forms that it draws, each with why. PWN is what is hidden. */

export interface Form {
  readonly what: string;
  /** Why GitHub does not draw it, or does. */
  readonly why: string;
  readonly text: string;
}

const form = (what: string, why: string, text: string): Form => ({ what, why, text });
const block = (language: string, ...lines: readonly string[]): string => `a\n\n\`\`\`${language}\n${lines.join("\n")}\n\`\`\`\n\nb`;

const COMMENT = "HTML comments are not drawn";
const DEFINED = "a definition draws nothing (CommonMark, link reference definitions)";
const NOTE = "GitHub draws a footnote only where something refers to it";
const ATTRIBUTE = "attributes are no content";
const ELEMENT = "browsers draw nothing of it";
const MERMAID = "Mermaid draws no comments, settings and words for screen readers (mermaid.js.org)";
const MAP = "GitHub draws the shapes, and words on a click at most";
const FORMULA = "MathJax draws nothing of it";
const SIGN = "the character has no glyph (Unicode, Default_Ignorable_Code_Point)";

const MARKDOWN: readonly Form[] = [
  form("a comment", COMMENT, "a <!-- PWN --> b"),
  form("a comment over lines", COMMENT, "<!--\nPWN\n-->\nb"),
  form("a comment that a comment splits", COMMENT, "a <!-- x <!-- PWN --> b"),
  form("a comment that never ends", COMMENT, "a\n\n<!-- PWN"),
  form("an instruction", "browsers take it for a comment", "a <?x PWN?> b"),
  form("a declaration", "browsers take it for a comment", "a <!X PWN> b"),
  form("CDATA", "browsers take it for a comment", "a <![CDATA[PWN]]> b"),
  form("a definition as a comment", DEFINED, "a\n\n[//]: # (PWN)"),
  form("a definition with a title", DEFINED, "a [x]\n\n[x]: https://e.x 'PWN'"),
  form("a definition that nothing uses", DEFINED, "a\n\n[unused]: https://e.x/PWN"),
  form("a definition that only code names", DEFINED, "a `[x]`\n\n[x]: https://e.x/PWN"),
  form("a footnote that nothing refers to", NOTE, "a\n\n[^x]: PWN"),
  form("a footnote over lines", NOTE, "a\n\n[^x]: b\nPWN"),
  form("a footnote that only itself refers to", NOTE, "a\n\n[^x]: PWN [^x]"),
  form("a footnote that only code names", NOTE, "a `[^x]`\n\n[^x]: PWN"),
  form("a footnote that only a comment names", NOTE, "a <!-- [^x] -->\n\n[^x]: PWN"),
  form("the title of a link", "it shows under a pointer only", "[a](https://e.x 'PWN')"),
  form("the description of a picture", "the picture is drawn instead", "![PWN](https://e.x/a.png)"),
  form("the description by reference", "the picture is drawn instead", "![PWN][r]\n\n[r]: https://e.x"),
  form("a data: address", "GitHub removes it", "[a](data:text/plain,PWN)"),
  form("a script's address", "GitHub removes it", "[a](javascript:PWN)"),
  form("words behind a fence's language", "only the language counts (GFM, info strings)", block("js PWN", "b")),
  form("a cell beyond the columns", "the excess is ignored (GFM, tables)", "| a |\n| - |\n| b | PWN |"),
];

const HTML: readonly Form[] = [
  form("an attribute", ATTRIBUTE, "<b data-x='PWN'>a</b>"),
  form("a title", ATTRIBUTE, "<b title='PWN'>a</b>"),
  form("a picture's alt", ATTRIBUTE, "<img src=u alt='PWN'>"),
  form("a long id", ATTRIBUTE, `<a id="PWN-${"and-more-".repeat(6)}">a</a>`),
  form("a long class", ATTRIBUTE, `<a class="PWN-${"and-more-".repeat(6)}">a</a>`),
  form("a data: source", ATTRIBUTE, "<img src='data:image/svg+xml,PWN'>"),
  form("hidden", ELEMENT, "<p hidden>PWN</p>"),
  form("hidden within hidden", ELEMENT, "<p hidden>a <p>PWN</p> b</p>"),
  form("aria-hidden", ELEMENT, "<i aria-hidden=true>PWN</i>"),
  form("a style", ELEMENT, "<i style='display:none'>PWN</i>"),
  ...["template", "title", "rp", "noscript", "style", "script", "datalist", "dialog", "iframe", "object", "audio", "video", "canvas"].map(
    (name) => form(name, ELEMENT, `a <${name}>PWN</${name}> b`),
  ),
  form("rp in ruby", ELEMENT, "<ruby>a<rp>PWN</rp><rt>b</rt></ruby>"),
  form("a broken tag", "browsers look for its end", "<div>\n<b x='PWN\n</div>"),
];

const DRAWINGS: readonly Form[] = [
  form("a comment of a diagram", MERMAID, block("mermaid", "flowchart TD", "%% PWN", "A --> B")),
  form("a comment behind a statement", MERMAID, block("mermaid", "flowchart TD", "A --> B %% PWN")),
  form("settings of a diagram", MERMAID, block("mermaid", '%%{init: {"x": "PWN"}}%%', "flowchart TD")),
  form("front matter of a diagram", MERMAID, block("mermaid", "---", "config: PWN", "---", "flowchart TD")),
  form("accTitle", MERMAID, block("mermaid", "flowchart TD", "accTitle: PWN")),
  form("accDescr", MERMAID, block("mermaid", "flowchart TD", "accDescr: PWN")),
  form("accDescr over lines", MERMAID, block("mermaid", "flowchart TD", "accDescr {", "PWN", "}", "A --> B")),
  form("a tip", MERMAID, block("mermaid", "flowchart TD", 'click A href "https://e.x" "PWN"')),
  form("a style of a diagram", MERMAID, block("mermaid", "flowchart TD", "classDef PWN color:#fff")),
  form("a diagram in large letters", MERMAID, block("Mermaid", "flowchart TD", "%% PWN")),
  form("a diagram in a list", MERMAID, "- a\n  ```mermaid\n  flowchart TD\n  %% PWN\n  ```"),
  form("properties of geojson", MAP, block("geojson", '{"type":"Feature","properties":{"x":"PWN"},"geometry":null}')),
  form("properties of topojson", MAP, block("topojson", '{"type":"Topology","x":"PWN"}')),
  form("the name of an STL model", MAP, block("stl", "solid PWN", "endsolid")),
];

const FORMULAS: readonly Form[] = [
  form("a comment of a formula", FORMULA, block("math", "x % PWN", "y")),
  form("a comment between signs", FORMULA, "$$\nx % PWN\ny\n$$"),
  form("a comment in a line", FORMULA, "a $x % PWN$ b"),
  ...[
    "\\def\\x{PWN}",
    "\\newcommand{\\x}{PWN}",
    "\\renewcommand\\x{PWN}",
    "\\gdef\\x{PWN}",
    "\\let\\x=PWN",
    "\\phantom{PWN}",
    "\\hphantom{PWN}",
  ].map((words) => form(words, FORMULA, `a $x ${words}$ b`)),
  ...["\\color{white}{PWN}", "\\textcolor{#fefefe}{PWN}", "\\color[RGB]{255,255,255}{PWN}", "\\colorbox{white}{\\color{white}PWN}"].map(
    (words) => form(words, "it is drawn in the colour of the page", `a $x ${words}$ b`),
  ),
  ...["\\label{PWN}", "\\href{PWN}{x}", "\\class{PWN}{x}", "\\texttip{x}{PWN}", "\\begin{comment}PWN\\end{comment}"].map((words) =>
    form(words, FORMULA, `$$ x ${words} $$`),
  ),
  form("a definition in a block", FORMULA, block("math", "\\def\\x{PWN}", "x")),
];

const tagged = (text: string) => [...text].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join("");
/** Characters between letters: what they spell is not drawn. */
export const SIGNS: readonly Form[] = [
  ["tag characters", tagged("PWN")],
  ["variation selectors", "\u{e0140}\u{e0147}\u{e013e}"],
  ["selectors without an emoji", "\ufe00\ufe0f"],
  ["zero-width spaces", "\u200b\u200c\u200d"],
  ["word joiners and separators", "\u2060\u2061\u2062\u2063\u2064"],
  ["bidirectional marks", "\u202e\u2066\u2069\u200f"],
  ["Hangul fillers", "\u3164\uffa0\u115f\u1160"],
  ["Braille's blank", "\u2800\u2800"],
  ["soft hyphens", "\u00ad\u00ad"],
  ["marks of annotations", "\ufff9\ufffa\ufffb"],
  ["joiners of hieroglyphs", "\u{13430}\u{13431}"],
  ["signs of music", "\u{1d173}\u{1d17a}"],
  ["zero-width by number", "&#8203;&#x200B;&#X2060;"],
  ["zero-width by name", "&ZeroWidthSpace;&NegativeThinSpace;&NoBreak;"],
  ["control characters", "\u0001\u0008\u007f"],
  ["a terminal's link", "\u001b]8;;PWN\u0007"],
].map(([what = "", signs = ""]) => form(what, SIGN, `a${signs}b`));

/** GitHub does not draw PWN. */
export const UNDRAWN: readonly Form[] = [...MARKDOWN, ...HTML, ...DRAWINGS, ...FORMULAS];

/** GitHub draws PWN, and no more is hidden than `shown` says. */
export const DRAWN: readonly (Form & { readonly shown?: string })[] = [
  { ...form("a folded part", "a click shows it", "<details><summary>x</summary>PWN</details>"), shown: "collapsed part" },
  { ...form("tiny letters", "they are small", "<sub><sub><sub>PWN</sub></sub></sub>"), shown: "tiny text" },
  { ...form("a tiny formula", "it is small", "$\\tiny PWN$"), shown: "tiny text" },
  { ...form("far to the right", "one can scroll", `    a${" ".repeat(200)}PWN`), shown: "text far to the right" },
  form("a footnote", "it is referred to", "a[^x]\n\n[^x]: PWN"),
  form("a definition that is used", "its link is drawn, and its address leads there", "[a][x]\n\n[x]: https://e.x/PWN"),
  form("front matter", "in a comment it is a line and a heading", "---\ntitle: PWN\n---"),
  form("code", "code is drawn as it is", block("js", "// PWN <!-- seen -->")),
  form("a code span", "code is drawn as it is", "a `<!-- PWN -->` b"),
  form("an escaped comment", "it is text", "&lt;!-- PWN --&gt;"),
  form("a diagram", "labels are drawn", block("mermaid", "flowchart TD", "A[PWN] --> B")),
  form("a formula", "words are drawn", "$\\text{PWN}$ and $\\color{red}{x}$"),
  form("per cent in a formula", "it is escaped", "$5\\% PWN$"),
  form("per cent and prices", "these are no formulas", "it costs $5 (50% PWN off) or $6"),
  form("a path of Windows", "no formula is near", "see C:\\def\\PWN\\let"),
  form("crossed out", "it is drawn", "~~PWN~~ <del>x</del>"),
  form("a sentence behind brackets", "it is no definition", "[x]: PWN and more words"),
  form("an emoji with its selector", "it chooses the picture", "\u2764\ufe0f PWN"),
  form("a long line", "it is wrapped", `${"word ".repeat(200)}PWN`),
];
