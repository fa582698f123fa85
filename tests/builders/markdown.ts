/** Hostile Markdown for the scanner of commands: short documents in which a command stands among everything that could hide it. */
import fc from "fast-check";

const indent = fc.constantFrom("", "", "", "", " ", "  ", "   ", "    ", "\t", " \t", "   \t", "\f", "\u200B", "\u00A0", "\uFEFF");
const opener = fc.constantFrom(
  ...[
    "",
    "",
    "",
    "",
    "> ",
    ">",
    "- ",
    "-",
    "+ ",
    "*\t",
    "1. ",
    "1)",
    "1) ",
    "2. ",
    "01. ",
    "1234567890. ",
    "# ",
    "#",
    "####### ",
    "- - ",
    "> - ",
  ],
);
const core = fc.constantFrom(
  ...[
    "/approve",
    "/approve",
    "/stop",
    "/stop now",
    "/loop status",
    "text",
    "a b",
    "---",
    "===",
    "=",
    "-",
    "- - -",
    "***",
    "___",
    "* *",
    "--  -",
  ],
  ...[
    "= =",
    "```",
    "````",
    "``` a",
    "``` a`b",
    "~~~",
    "~~~~ `x`",
    "``",
    "~~",
    "<div>",
    "</div>",
    "<div",
    "<hr/>",
    "<p>",
    "<pre>",
    "<pre/>",
  ],
  ...[
    "</pre>",
    "<script>",
    "</script>",
    "<STYLE x",
    "<!-- x",
    "<!-- x -->",
    "-->",
    "<!",
    "<!A",
    "<!1",
    "<?x",
    "?>",
    "<![CDATA[",
    "]]>",
    "<b>",
  ],
  ...[
    "<b",
    "</b >",
    '<a href="x">',
    "<a b='c' d>",
    "<x-y>",
    "[a]: /url",
    "[a]: /url 'title'",
    "[a]:",
    "[a",
    "]: /u",
    "[a]",
    "[/approve](x)",
  ],
  ...["*/approve*", "`/approve`", "`", "**", "_", "\\/approve", "\\", "&#47;approve", "&sol;stop", "&", "/approve\\", "/approve  ", "/a`b"],
  ...[
    "/approve *x*",
    "/approve <b>",
    "/approve `x",
    "![/stop](x)",
    "| /approve |",
    "--- | ---",
    ":-",
    "\0",
    "/st\0op",
    "\u000b",
    "\u2028",
    "\u0085",
  ],
);
const ending = fc.constantFrom("", "", "", " ", "  ", "\t", "\\", " #", "\u00A0");
const newline = fc.constantFrom("\n", "\n", "\n", "\n\n", "\r\n", "\r", "\n \t\n", "\r\r\n");
const line = fc.tuple(indent, opener, core, ending, newline).map((parts) => parts.join(""));
const commandFirst = fc.tuple(fc.constantFrom("", "", "\n", " \n", "  "), fc.constantFrom("/approve", "/stop x", "/a"), newline);
const structured = fc
  .tuple(
    fc.oneof({ weight: 2, arbitrary: commandFirst.map((parts) => parts.join("")) }, { weight: 1, arbitrary: fc.constant("") }),
    fc.array(line, { maxLength: 5 }),
  )
  .map(([head, lines]) => head + lines.join(""));
const soup = fc
  .array(fc.constantFrom(..."/aA1 \t\n\r->=#*_`~<!?[]:()\\&;.+|'\"".split(""), "\n", "\n", "/", "div"), { maxLength: 24 })
  .map((parts) => parts.join(""));
/** A command, a line that may end its paragraph, and an underline that makes a heading of what is left. */
const trap = fc
  .tuple(fc.constantFrom("/stop\n", "/stop\r\n", "a\n"), line, fc.constantFrom("===", " ---", "   =", "    ===", "-"))
  .map((parts) => parts.join(""));
/** Structured documents, traps of three lines, and soup of single characters. */
export const documents = fc.oneof({ weight: 4, arbitrary: structured }, { weight: 2, arbitrary: soup }, { weight: 2, arbitrary: trap });
