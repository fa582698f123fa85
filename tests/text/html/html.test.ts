/** Pieces of HTML: whatever is put into them is text, unless it is a piece itself. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { html } from "#text/html/html.ts";
import { htmlFold, htmlList, htmlPage, htmlRow, htmlSection, htmlTable } from "#text/html/html-page.ts";

it("keeps its own markup, puts pieces in as they are, and escapes all else", () => {
  const piece = html`<b>${"<i>"}</b>`;
  expect(html`<p title="${"\"' & >"}">${[piece, "<", 3, null, undefined]}</p>`.markup).toBe(
    '<p title="&quot;&#39; &amp; &gt;"><b>&lt;i&gt;</b>&lt;3</p>',
  );
});

it("lets no text be more than text", () => {
  const marks = /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/;
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !marks.test(html`${text}`.markup)));
  expect(html`${"a\u202eb\u001b[31mc"}`.markup).toBe("abc");
});

it("makes nothing of nothing", () => {
  expect(htmlList([])).toBeNull();
  expect(htmlTable("a table", ["a"], [])).toBeNull();
  expect(htmlSection("A section", null)).toBeNull();
});

it("writes a page that loads nothing", () => {
  const table = htmlTable("a <table>", ["head"], [htmlRow(["cell"])]);
  const page = htmlPage("<title>", htmlSection("A section", table), htmlFold("open me", html`<pre>text</pre>`), htmlList(["one"]));
  expect(page).toContain("<h1>&lt;title&gt;</h1>");
  expect(page).toContain('aria-label="a &lt;table&gt;" tabindex="0"');
  expect(page).toContain("<details><summary>open me</summary>");
  expect(page).toContain("<li>one</li>");
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<script|<link|<img|src=|url\(|https?:/);
});
