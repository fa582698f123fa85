/** What a comment of the product may not say: references that a reader of this repository cannot follow, and heads without a subject. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { commentsOf, type Source } from "./product.ts";
import { ROOT } from "./tools.ts";

/** Pages and lists that this repository does not hold. */
const ELSEWHERE = [
  /\b(?:architecture|behaviours?|security|dependencies|performance|peers|house|world|trust|style)(?:[.]md)? \d+(?:[.]\d+)*/i,
  /\b(?:house|world|trust-2|behaviours|architecture)[.]md\b/,
  /\bF\d{1,2}\b/,
];

/** Rows of the catalogues in `tests/claims`: they belong into the titles of tests. */
const ROW = /\b(?:[SCM]\d{1,2}[.]\d{2}|(?:AUTH|CMD|CR|EX|FS|GIT|INJ|LIFE|LIM|LLM|NET|OBS|OUT|RACE|RH|SC|ST|STOP|WH|API)-\d{2})\b/;

/** A module or a room, as a comment names it: `core/runs/quota`. */
const MODULE = /(?<![\w./#@-])(?:core|text|ports|agent|loop|adapters|hub|cli)(?:\/[a-z][\w-]*)+(?:[.]ts)?/g;

const isHere = (module: string): boolean => ["", ".ts"].some((ending) => existsSync(join(ROOT, "src", `${module}${ending}`)));

/** References of comments to what is not here, as `path:line: the reference`. */
export function danglingReferences(sources: readonly Source[]): readonly string[] {
  return sources.flatMap((source) =>
    commentsOf(source).flatMap(({ line, text }) => {
      const found = [...ELSEWHERE, ROW].flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
      found.push(...[...text.matchAll(MODULE)].map(([module]) => module).filter((module) => !isHere(module)));
      return found.map((reference) => `${source.path}:${line}: ${reference}`);
    }),
  );
}

/** A clause that says what a file knows, and not who does what. */
const BARE = /^(?:What|Whether|Who|Whoever|Whatever|Whom|Whose|How|Where|When|Why|That|Which)\b/;

/** Files whose first sentence has no subject, as `path: the sentence`. */
export function headsWithoutSubject(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ path, text }) => {
    const [, head = ""] = /^(?:#!.*\n)?\/\*\*\s*(?:\* )?([\s\S]*?)\*\//.exec(text) ?? [];
    const sentence = head.replace(/\s+(?:\* )?/g, " ").trim();
    return BARE.test(sentence) ? [`${path}: ${sentence.slice(0, 80)}`] : [];
  });
}
