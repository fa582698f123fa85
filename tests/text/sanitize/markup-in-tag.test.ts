/** What Markdown takes for text and a browser for markup, or the reverse: no word hides between the two readings. */
import { expect, it } from "vitest";
import { clean } from "#text/sanitize/clean.ts";

/** Each was drawn at random, where the parser of the page and our own did not agree. */
it.each([
  ["a tag for browsers alone, in which the text of an image ends", "![<b title='](u ' --> PWN ')"],
  ["a tag for browsers alone, in which another tag begins", "<b title='<b title='--> PWN '>"],
  ["a tag for browsers alone, in which an image begins", "<b ![> PWN ](u)"],
  ["a comment that ends for browsers alone, in which the text of a link ends", "[<!-- ](u ' --!> PWN ')"],
  ["the language of a fence behind a broken tag", "<!-\n\n```<!X>  PWN "],
  ["a comment that is open where preformatted text ends", "<pre><!-- </pre>\n[x]: /u '--> PWN "],
  ["an instruction behind what is no fence", "-->~~~<!X\n   PWN <div>"],
  ["an image that begins in what is no address", '](![") PWN ](u)'],
  ["a comment behind a fence that is no HTML", "<\n```html\n\n```\n<!--  PWN "],
  ["a comment behind an instruction, that ends on another line", "<!X --><!-- '\n'>--!> PWN "],
  ["an image that ends in what is no definition", "![ PWN \n[x]: /u '](u)title='"],
  ["a tag behind a comment, that ends on another line", "<!--> <b title='\n[x]: /u ' --> PWN "],
])("takes out %s [INJ-01, INJ-09]", (_what, text) => {
  expect(clean(text).text).not.toContain("PWN");
});

it.each([
  "an Array<string[][]> and a Map<string, int[]> are seen",
  "- [ ] a <!-- one -- two, see [the docs](u) --> is seen",
  "<!-- one -- two,\nsee [the docs](u) -->\nis seen",
  "<div>\n```\nx\n```\n</div>\n\n```\n<!-- is seen -->\n```",
])("takes out no more than is needed: %j [INJ-03]", (text) => {
  expect(clean(text).text).toContain("seen");
});
