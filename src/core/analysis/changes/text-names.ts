/**
 * Recognises files that are text by their names: sources, data that people write, settings. In such a file a NUL
 * character only hides the rest from a reader.
 */
import { configuresTests } from "#core/analysis/test-guard/test-config.ts";
import { foldedPath, isSensitiveName } from "./path-class.ts";

/**
 * Endings of text files. Left out: `.txt`, `.csv`, `.strings`, `.plist` and their like, which are at times no UTF-8, or
 * no text.
 */
const TEXT = new RegExp(
  `\\.(?:${[
    "[cm]?[jt]sx?|vue|svelte|astro|coffee|pyi?|pyx|rb|rake|erb|gemspec",
    "rs|go|java|kts?|groovy|gradle|scala|sbt|clj[cs]?|cs|fsx?|vb",
    "php|phtml|swift|mm?|c|cc|cpp|cxx|h|hh|hpp|hxx|sh|bash|zsh|fish|bats|ps1|psm1|bat|cmd",
    "pl|pm|t|lua|r|jl|exs?|erl|hrl|hs|mli?|dart|zig|nim",
    "sol|sql|graphql|proto|tf|hcl|cmake|mk|mak|awk|tcl|el|lisp|scm|asm|ipynb",
    "json[c5l]?|ya?ml|toml|ini|cfg|conf|properties|xml|[cf]sproj|vbproj|props|targets|lock|snap",
    "x?html?|s?css|sass|less|svg|md|markdown|mdx|rst|adoc|ejs|hbs|j2|tpl",
  ].join("|")})$`,
);

/** The one name of a configuration file that is no text: the lock file of bun. */
const BINARY = /\.lockb$/;

/** True for a name under which only text is expected, in every spelling of it. Linear. Pure. */
export function isTextByName(path: string): boolean {
  const folded = foldedPath(path);
  return TEXT.test(folded) || (!BINARY.test(folded) && (isSensitiveName(path) || configuresTests(path)));
}
