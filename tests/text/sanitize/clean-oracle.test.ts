/** CommonMark and GitHub's extensions as the oracle: a word that the page does not show reaches no agent, wherever it hides. */
import * as fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { expect, it } from "vitest";
import { clean } from "#text/sanitize/clean.ts";
import { LONG } from "../../house/proofs.ts";

/** Words are told apart by numbers; each piece holds one in a place where it may hide. */
const WORD = fc.integer({ min: 10, max: 99 }).map((number) => `W${number}W`);
const AROUND = [
  ...["<!-- ", " -->", "<!--", "-->", "<!-", "->", "--!>", "<?", "?>", "<!X", ">", "<", "<b ", "<div>", "</div>", "<pre>", "</pre>"],
  ...[
    "`",
    "``",
    "```",
    "~~~",
    "\n",
    "\n\n",
    "\n```\n",
    "\n```html\n",
    "\n~~~\n",
    "    ",
    "\n    ",
    "> ",
    "\n> ",
    "- ",
    "\n- ",
    "\n  ",
    "1. ",
  ],
  ...["![", "](u)", "](u '", "')", '](u "', '")', "](", ")", "[", "]", "][", "]: u ", "\n[x]: /u '", "'\n", '"', "'", "(", " "],
  ...[
    "|",
    "\n| a | b |\n| - | - |\n| ",
    " | ",
    " |\n",
    "\\",
    "&#8203;",
    "&amp;",
    "$",
    "*",
    "title='",
    "<b title='",
    "'>",
    "<img alt=",
    "/>",
  ],
];
const documents = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...AROUND) }, { weight: 2, arbitrary: WORD.map((word) => ` ${word} `) }), {
    maxLength: 14,
  })
  .map((parts) => parts.join(""));

/** What a browser shows of a page: no comment, no attribute, no element that is never drawn. */
function shownBy(markdown: string): string {
  const html = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return html.replace(
    /<!---?>|<!--[\s\S]*?(?:--!?>|$)|<[?!][^>]*(?:>|$)|<\/?[A-Za-z][^\s/>]*(?:=\s*[^\s"'>][^\s>]*|[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*(?:>|$)/g,
    " ",
  );
}

const wordsIn = (text: string): readonly string[] => [...new Set(text.match(/W\d\dW/g) ?? [])];

it("shows agents no word that the page hides [INJ-01, INJ-02, INJ-03, INJ-09]", () => {
  void fc.assert(
    fc.property(documents, (markdown) => {
      const seen = wordsIn(shownBy(markdown));
      // One word can stay where no page shows it: the address of a link, the label of a definition, the language of a block of code.
      const left = clean(markdown)
        .text.replace(/^[ \t>*+\-\d.)]*(?:`{3,}|~{3,})[ \t]*\S+/gm, " ")
        .replace(/\]\([^)]*\)/g, "]")
        .replace(/\]\[[^\]]*\]|^[ \t>*+\-\d.)]*\[[^\]]*\]:.*$/gm, " ");
      expect(wordsIn(left).filter((word) => !seen.includes(word))).toEqual([]);
    }),
    LONG ? { numRuns: 20_000 } : { numRuns: 400, seed: 4 },
  );
});
