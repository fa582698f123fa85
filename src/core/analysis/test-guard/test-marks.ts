/**
 * Patterns for one line of a test file, for many languages: skips, focuses, ways out of a test, beginnings of tests,
 * assertions.
 */

/**
 * Makes a pattern that is counted in a file. `sources` are joined; a match anywhere in a trimmed line of code counts.
 */
function mark(...sources: readonly RegExp[]): RegExp {
  return new RegExp(sources.map(({ source }) => source).join("|"), "g");
}

/**
 * A test that does not run, or whose failure does not count; core/analysis/test-guard/test-options reads the options of
 * a call.
 */
export const SKIPS = mark(
  /(?<![\w.])(?:it|test|describe|suite|context|specify)(?:\.\w+){0,3}\.(?:skip|todo|skipIf|runIf|fails|failing)\b/,
  /(?<![\w.])x(?:it|test|describe|context|specify)\s*\(/,
  /\b(?:this|t|ctx|context)\.(?:skip|todo)\s*\(/,
  /^(?:RSpec\.)?(?:it|describe|context|specify|example|scenario|feature)\s+["'].*,\s*(?:skip|pending):\s*(?!false\b)/,
  /\bpytest\.(?:mark\.)?(?:skip|skipif|xfail|importorskip)\b|\bunittest\.(?:skip|skipIf|skipUnless|expectedFailure)\b/,
  /\bself\.skipTest\s*\(|\braise\s+(?:unittest\.)?SkipTest\b/,
  /\b[tbf]\.Skip(?:f|Now)?\s*\(/,
  /#\[ignore\b|@(?:Disabled|Ignore)\b|\[Ignore\b/,
  /\bmarkTest(?:Skipped|Incomplete)\s*\(|^(?:skip|pending)(?:\s+["']|$)/,
  /\bif\s*\(\s*(?:false|0)\s*\)|^if (?:False|0)\s*:/,
);

/** A test that keeps all others from running; options as above. */
export const FOCUSES = mark(
  /(?<![\w.])(?:it|test|describe|suite|context|specify)(?:\.\w+){0,3}\.only\b/,
  /(?<![\w.])f(?:it|describe|context)(?:\s*\(\s*|\s+)["'`]/,
  /^(?:RSpec\.)?(?:it|describe|context|specify|example|scenario|feature)\s+["'].*,\s*focus:\s*true\b/,
);

/**
 * An end of the process that reports success, even after a failure. It is looked for in code without strings and
 * comments.
 */
export const EXITS = mark(
  /\bprocess\.exit\s*\(\s*0?\s*\)|\bprocess\.exitCode\s*=\s*0\b|\bprocess::exit\s*\(\s*0\s*\)/,
  /\bos\._exit\s*\(\s*0\s*\)|\bos\.Exit\s*\(\s*0\s*\)|\b[Ss]ys(?:tem)?\.exit\s*\(\s*0?\s*\)/,
  /(?<![\w.])exit\s*\(\s*0?\s*\)|(?<![\w.])exit!/,
);

/** The beginning of a test case. */
export const CASES = mark(
  /(?<![\w.])(?:it|test|specify|scenario)(?:\.\w+){0,3}\s*[(`]/,
  /^(?:it|specify|scenario|test)\s+["']/,
  /^(?:async\s+)?def\s+test/,
  /^func\s+(?:Test|Fuzz|Example|test)\w*\s*\(|\bt\.Run\s*\(/,
  /#\[(?:\w+::)?(?:test|rstest|test_case)\b|@(?:Test|ParameterizedTest|RepeatedTest)\b/,
  /\[(?:Fact|Theory|Test|TestMethod|TestCase)\b|\bfunction\s+test\w*\s*\(/,
);

/** An assertion. */
export const ASSERTIONS = mark(
  /(?<!\)\.)\bexpect\w*\s*[(.!]/,
  /\bassert\w*(?:\s*[(.!]|\s)/,
  /\.should\b|\bmust_\w+|\bXCTAssert\w*|\bpytest\.raises\b|\bself\.fail\w*\s*\(/,
  /\b[tb]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(|\brequire\.[A-Z]\w*\s*\(/,
  /\bt\.(?:is|not|ok|notOk|equals?|same|deepEqual|like|throws|rejects)\s*\(/,
  /\bt\.(?:true|false|truthy|falsy|pass|fail|match|regex|snapshot|plan)\s*\(/,
);

/** A command that can make a shell script fail. */
export const SHELL_ASSERTIONS = mark(
  /(?<![\w$-])\[{1,2}\s|(?<![\w.-])(?:test|diff|cmp)\s+\S|\b(?:exit|return)\s+[^0\s]|\|\|\s*\w|\bset\s+-\w*e/,
);

/** The end of a test without a value, and of a script with success. */
export const LEAVES = mark(/^return\s*;?$/, /^exit(?:\s+0)?\s*;?$/);

/** A failure that is caught, or overruled. */
export const SWALLOWS = mark(
  /^except\b|\bcatch\s*(?:\([^)]*\)\s*)?\{|^rescue\b|\brecover\s*\(\s*\)/,
  /\|\|\s*(?:true|:|exit\s+0)\b|\btrue\s*\|\||^set\s+\+e/,
);

/** A line that only brings names in: `import { assert } from …` asserts nothing. */
export const IMPORTS = /^(?:import|from|use|using)\s|\brequire\s*\(/;
