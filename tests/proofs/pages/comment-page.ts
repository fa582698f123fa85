/** A comment on a page of its own, near enough to how GitHub draws it: its fonts, its widths, and what may scroll. */
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** As GitHub's own: text and code break anywhere, tables and blocks of code scroll within themselves. */
const STYLE = `
body { margin: 0; padding: 12px; background: #fff; color: #1f2328; font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif, "Noto Color Emoji"; }
article { border: 1px solid #d1d9e0; border-radius: 6px; }
header { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; padding: 6px 12px; font-size: 13px; color: #59636e; }
header b { color: #1f2328; }
article > div { padding: 12px; overflow-wrap: break-word; }
p, ul, table, pre, details { margin: 0 0 12px; } ul { padding-left: 22px; } h3 { font-size: 16px; margin: 18px 0 10px; }
code { background: #eff1f3; border-radius: 6px; padding: .15em .35em; font: 85% "DejaVu Sans Mono", monospace; white-space: break-spaces; overflow-wrap: anywhere; }
pre { background: #f6f8fa; border-radius: 6px; padding: 12px; overflow: auto; } pre code { background: none; padding: 0; white-space: pre; }
table { display: block; max-width: 100%; width: max-content; overflow: auto; border-collapse: collapse; }
td, th { border: 1px solid #d1d9e0; padding: 4px 10px; } summary { cursor: pointer; } svg { max-width: 100%; height: auto; }`;

/** The page. What a comment holds is drawn as GitHub draws it, but for its filter of HTML: our texts bring none of their own. */
export function commentPage(who: string, markdown: string): string {
  // A line break within a paragraph is one on the page of a comment: https://docs.github.com/get-started/writing-on-github
  const body = micromark(withBreaks(markdown), { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${who}</title><style>${STYLE}</style></head><body><article><header><b>${who}</b> commented</header><div>${body}</div></article></body></html>`;
}

/** Two blanks at the end of each line outside blocks of code. */
function withBreaks(markdown: string): string {
  let inCode = false;
  return markdown
    .split("\n")
    .map((line) => {
      if (line.startsWith("```")) inCode = !inCode;
      return inCode || line === "" || /^(?:\||#|<|`{3}|- )/.test(line) ? line : `${line}  `;
    })
    .join("\n");
}
