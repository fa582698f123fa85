/** What closes issues when it is merged: titles, commit messages and bodies close the run's own issue and no other, whatever others wrote. */
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { expect, it } from "vitest";
import type { Run } from "#core/run/run.ts";
import { commitMessage } from "#text/comments/commit-message.ts";
import { draftBody, pullRequestBody, pullRequestTitle } from "#text/comments/pull-request.ts";
import { visible } from "#text/sanitize/clean.ts";
import { inline } from "#text/sanitize/quote.ts";
import { told } from "./told.ts";

const URL = "https://github.com/o/r/issues/5";

/** Ways to close an issue, as GitHub documents them and as one may dress them up. */
const WRITINGS: readonly string[] = [
  ...["close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved"].map((word) => `${word} #5`),
  ...["Fixes #5", "FIXES #5", "fIxEs #5", "Fixes: #5", "CLOSES: #5", "fixes  #5", "fixes\t#5", "fixes\n#5", "#5 fixes #6"],
  ...[
    "closes owner/repo#5",
    "Closes: own-er/re.po_x#5",
    "resolves GH-5",
    "Resolves: gh-5",
    "fixes _GH-5_",
    "fixes (#5)",
    "fixes &#5",
    "fixes `a`",
  ],
  ...[`Fixes ${URL}`, `fixes: ${URL}`, `fixes <${URL}>`, `fixes ${URL}#issuecomment-1`, `fixes ${URL.replace("issues", "pull")}`],
  ...[`fixes ${URL.replace("https", "http")}`, `fixes ${URL.toUpperCase()}`, `fixes ${URL.replace("//", "//www.")}`],
  ...[`fixes ${URL.replace("https://", "www.")}`, "fixes https://ghe.example.org/o/r/issues/5"],
  ...[`fixes [it](${URL})`, "fixes [#5](x)", "fixes **#5**", "fixes `#5`", "fixes [#5][r]", "**fixes** #5", `fixes [${URL}]`],
  ...[
    "fixes \u200b#5",
    "fixes #\u200b5",
    "fix\u200bes #5",
    "fixes\u00a0#5",
    "fixes #\ufe0f5",
    "f\u00adixes GH\u2060-5",
    `fixes https:\u200b//github.com/o/r/issues/5`,
  ],
  ...["fixes #<!-- -->5", "fixes <!-- x -->#5", "fixes &#35;5", "fixes #&#53;", "fixes &num;5", "\u001b[1mfixes\u001b[0m #5"],
  ...[
    "fixes #1, fixes #2, closes o/r#3",
    "fixes #5fixes #6",
    "httphttps://s://github.com/o/r/issues/5 fixes: https://github.com/o/r/issues/5",
  ],
];

const KEYWORD = /\b(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?)\b/i;
/** Anything but words between: more than GitHub allows. */
const BETWEEN = /(?:<!--(?! -->)[^>]*>|[^\w<])*(?:<[^>]*>|[^\w<])*/;
const ISSUE = /(?:[\w.-]+\/[\w.-]+)?#\d+|GH-\d+|(?:https?:\/\/|www\.)[^\s/]+\/[\w.-]+\/[\w.-]+\/(?:issues|pull|discussions)\/\d+/i;
const CLOSING = new RegExp(`${KEYWORD.source}${BETWEEN.source}(?:${ISSUE.source})`, "gi");

/** What a reader of a page sees, and the addresses of its links. */
function pageOf(markdown: string): string {
  const html = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return html
    .replace(/<a href="([^"]*)">/g, " $1 ")
    .replace(/<(?!!--)[^>]*>/g, " ")
    .replaceAll("&amp;", "&");
}

/** What closes an issue, in a text as it is written (a commit's message) and as a page shows it. */
const closings = (text: string): readonly string[] => [text, pageOf(text)].flatMap((one) => one.match(CLOSING) ?? []);

const TEXTS: Readonly<Record<string, (run: Run) => string>> = {
  title: pullRequestTitle,
  commit: commitMessage,
  body: (run) => pullRequestBody(run, "workflow"),
  draft: (run) => draftBody({ ...run, ending: "or_exhausted" }, "workflow"),
};
const own = (text: string): readonly string[] => closings(text).filter((found) => !/^Closes #7$/.test(found));

it.each(Object.entries(TEXTS))("the %s closes no issue of others, however that is written [OUT-07]", (_name, write) => {
  for (const writing of WRITINGS) {
    expect([writing, own(write(told(writing)))]).toEqual([writing, []]);
    expect([writing, own(write(told(`Sort words ${writing}\n${writing} for all`)))]).toEqual([writing, []]);
  }
});

it("the run's own issue is closed by its body, and by nothing else [OUT-07]", () => {
  const closed = (write = TEXTS["body"]) => closings(write?.(told("fixes #5")) ?? "");
  expect([...new Set(closed())]).toEqual(["Closes #7"]);
  for (const other of ["title", "commit", "draft"]) expect(closed(TEXTS[other])).toEqual([]);
});

it("a reference at the very beginning of a line is parted too [OUT-07]", () => {
  expect(inline("#5 and more")).toBe("&#x23;<!-- -->5 and more");
});

it("would notice a text that closes: what is looked for stands in every writing that GitHub documents [OUT-07]", () => {
  const missed = WRITINGS.filter((writing) => closings(visible(writing)).length === 0);
  expect(missed).toEqual(["fixes `a`", "fixes #\ufe0f5", "fixes #<!-- -->5"]);
});
