/** The page that a reader of GitHub would see: the issue, every comment and the pull request, rendered from their Markdown. */
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import type { Post } from "./watch.ts";

/** Nothing on the page may run or be fetched, whatever a comment says: as on GitHub, which takes such things out. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1f2328; background: #fff; }
article { border: 1px solid #d1d9e0; border-radius: 6px; margin: 0 0 1.5rem; }
article > header { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: .5rem 1rem; font-size: 13px; }
article > div { padding: .5rem 1rem; overflow-x: auto; }
table { border-collapse: collapse; } td, th { border: 1px solid #d1d9e0; padding: .3rem .7rem; vertical-align: top; }
pre { background: #f6f8fa; padding: .8rem; overflow-x: auto; } code { background: #eff1f3; padding: .1em .3em; font-size: 85%; } pre code { padding: 0; }
details { margin: .5rem 0; } p.note { color: #59636e; font-size: 13px; }
@media (prefers-color-scheme: dark) {
  body { color: #f0f6fc; background: #0d1117; } article, td, th, article > header { border-color: #3d444d; }
  article > header, pre { background: #151b23; } code { background: #262c36; } a { color: #4493f8; }
}`;

/** The page. `title` and `labels` are text; the bodies of the posts are Markdown. */
export function htmlPage(title: string, labels: readonly string[], posts: readonly Post[]): string {
  const articles = posts.map(
    ({ who, where, at, body }) =>
      `<article><header><b>${escaped(who)}</b> · ${escaped(where)} · <time>${escaped(at)}</time></header><div>${rendered(body)}</div></article>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escaped(title)}</h1><p class="note">Labels: ${escaped(labels.join(", ") || "none")}. GitHub draws the blocks marked <code>mermaid</code> as pictures; here they are text.</p>`,
    ...articles,
    "</body></html>\n",
  ].join("\n");
}

/** GitHub lets a few HTML elements of a comment through; here the policy of the page stands in for its filter. */
function rendered(body: string): string {
  return micromark(body, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
