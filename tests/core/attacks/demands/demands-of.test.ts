/** What a rule demands by its own words. */
import { expect, it } from "vitest";
import type * as z from "zod";
import { type Demands, NO_DEMANDS } from "#core/attacks/demands/demands.ts";
import { demandsOf } from "#core/attacks/demands/demands-of.ts";
import { Check } from "#core/rules/check.ts";
import { anAttackBase } from "../../../builders/attack-base.ts";

const GROUND = anAttackBase({
  "src/slug.js": "export function slug(t) { return t; }",
  "src/lib.sh": "slug() { :; }",
  "docs/guide.md": "",
  "tests/slug.test.js": 'import { slug } from "../src/slug.js";\nassert.equal(slug("A"), "a");',
  "check.sh": '. src/lib.sh\n[ "$(slug A)" = a ]',
});

/** Only what is demanded. */
function demanded(check: z.input<typeof Check>): Partial<Demands> {
  const made = Object.entries(demandsOf(Check.parse(check), GROUND));
  return Object.fromEntries(made.filter(([, all]) => all.length > 0));
}

const sources = ["src/slug.js"];
const call = { name: "slug", given: '"A"', expected: { kind: "value", text: '"a"' }, sources, shown: null };

it.each<readonly [z.input<typeof Check>, unknown]>([
  [{ kind: "file", path: "src/new.js" }, { coming: ["src/new.js"] }],
  [{ kind: "file", path: "src/*.js" }, {}],
  [{ kind: "file", path: "other.js" }, {}],
  [{ kind: "not_file", path: "src/slug.js" }, { gone: ["src/slug.js"] }],
  [{ kind: "content", question: "Is it good?" }, {}],
  [
    { kind: "tests", run: "node --test tests/new.test.js src/slug.js", files: "branch", passing: ["folds"] },
    { tests: ["tests/new.test.js"], titles: ["folds"] },
  ],
  [{ kind: "tests", run: "npm test", files: "branch" }, {}],
  [
    { kind: "command", run: "grep -q word docs/guide.md" },
    { texts: [{ path: "docs/guide.md", text: "word" }], sources: ["docs/guide.md"] },
  ],
  [{ kind: "command", run: "grep -rq word docs/" }, { texts: [{ path: "docs/guide.md", text: "word" }] }],
  [{ kind: "command", run: "grep -rq word ." }, { texts: [{ path: "src/slug.js", text: "word" }] }],
  [{ kind: "command", run: "grep -rq word other" }, {}],
  [
    { kind: "not_command", run: "grep -q word docs/guide.md" },
    { absent: [{ path: "docs/guide.md", text: "word" }], sources: ["docs/guide.md"] },
  ],
  [
    { kind: "command", run: "node --test tests/new.test.js | grep -q 'folds it'" },
    { tests: ["tests/new.test.js"], titles: ["folds it"] },
  ],
  [{ kind: "command", run: "node --test tests/new.test.js" }, { tests: ["tests/new.test.js"] }],
  [
    { kind: "command", run: "node src/slug.js A", prints: "a" },
    { starts: [{ name: "src/slug.js", given: ["A"], prints: "a", status: 0, sources }], sources },
  ],
  [
    { kind: "command", run: "node src/slug.js A && echo done", prints: "done" },
    { starts: [{ name: "src/slug.js", given: ["A"], prints: null, status: 0, sources }], sources },
  ],
  [
    { kind: "not_command", run: "node src/slug.js" },
    { starts: [{ name: "src/slug.js", given: [], prints: null, status: 1, sources }], sources },
  ],
  [
    { kind: "command", run: "! node src/slug.js" },
    { starts: [{ name: "src/slug.js", given: [], prints: null, status: 1, sources }], sources },
  ],
  [
    { kind: "command", run: `node -e 'import("./src/slug.js").then(({ slug }) => assert.equal(slug("A"), "a"))'` },
    { calls: [call], names: [{ name: "slug", sources }], sources },
  ],
  [
    { kind: "command", run: `node -p 'require("./src/slug.js").slug("A")'` },
    { calls: [{ ...call, expected: { kind: "value", text: "true" }, shown: "true" }], sources },
  ],
  [
    { kind: "command", run: "node --test tests/slug.test.js" },
    { calls: [call], names: [{ name: "slug", sources }], sources, tests: ["tests/slug.test.js"] },
  ],
  [
    { kind: "command", run: "sh check.sh" },
    { starts: [{ name: "slug", given: ["A"], prints: "a", status: 0, sources: ["src/lib.sh"] }], sources: ["src/lib.sh"] },
  ],
  [{ kind: "command", run: "slug A" }, {}],
])("%j demands %j", (check, expected) => {
  expect(demanded(check)).toEqual(expected);
});

it("demands nothing by default", () => {
  expect(demandsOf({ kind: "test_integrity" }, GROUND)).toBe(NO_DEMANDS);
});
