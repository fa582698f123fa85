/**
 * Finds lines of code outside the tests that ask who runs it, or reach into what tests it: such code can do one thing
 * where it is tested and another where it is used.
 */
import { previousLines } from "#core/analysis/source/added-lines.ts";
import { codeLinesOf } from "#core/analysis/source/code-lines.ts";
import { type FileChange, readableTextOf } from "#core/analysis/source/file-change.ts";
import { anyOf } from "#core/values/any-of.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { isCodePath } from "./code-path.ts";

/** `text` quotes the line, cut: show it as data. */
export interface RunnerQuestion {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Variables that test runners set for the code that they run. */
const VARIABLES = anyOf(
  /\b(?:NODE_TEST_CONTEXT|PYTEST_\w+|VITEST(?:_\w+)?|JEST_WORKER_ID|MOCHA_\w+|CYPRESS|TEST_WORKER_INDEX)\b/,
  /\b(?:RUST_TEST_\w+|NEXTEST\w*|CARGO_BIN_EXE_\w+|BATS_\w+|TAP_VERSION|HARNESS_ACTIVE|CTEST_\w+)\b/,
);

/** Ways into a framework of tests: its import, its place among the modules, its functions that are set anew. */
const FRAMEWORKS = anyOf(
  /["'](?:node:test|vitest|@jest\/globals|mocha|ava|tape|chai|jasmine)["'/]/,
  /\b(?:import|from)\s+(?:unittest|pytest|_pytest|nose2?)\b|\bunittest\.\w+(?:\.\w+)*\s*=(?!=)/,
  /\bassert(?:\.strict)?(?:\.\w+|\[[^\]]{1,60}\])\s*=(?![=>])|\bObject\.(?:assign|defineProperty)\(\s*assert\b/,
  /^(?:import\s+)?(?:\w+\s+)?"testing"$|\btesting\.Testing\(|\bflag\.Lookup\(\s*"test\./,
  /\borg\.(?:junit|testng)\b|\bcfg!\s*\(\s*test\b|\bcfg(?:_attr)?\s*\(\s*not\s*\(\s*test\b/,
  /\bsys\.modules\b.{0,80}(?:test|nose)/,
);

/** Ways to ask who called: the stack of calls, the name of the program. What a caught error says is none. */
const CALLERS = anyOf(
  /\bnew\s+\w*(?:Error|Throwable|Exception)\([^()]{0,80}\)\s*\)?\??\.(?:stack\b|getStackTrace)/,
  /\bError\(\s*\)\.stack\b|\bcaptureStackTrace\(\s*(?!this\b)|\bprepareStackTrace\b/,
  /\.getStackTrace\(\).{0,80}[Tt]est/,
  /\bsys\._getframe\b|\binspect\.(?:stack|currentframe)\b|\btraceback\.extract_stack\b|\bStackWalker\b/,
  /\bcurrentThread\(\)\.getStackTrace\b|\bruntime\.Callers?\(|\bBacktrace::(?:force_)?capture\b|\bbacktrace\(/,
  /\bprogram_invocation(?:_short)?_name\b|\bsun\.java\.command\b|\/proc\/(?:self|\$PPID)\/(?:exe|cmdline|comm)\b/,
);

const PATTERNS = [VARIABLES, FRAMEWORKS, CALLERS];
const LONGEST = 160;
/** Characters of a line that are read. */
const CLOSELY = 2_000;

/**
 * The added lines of code outside the tests that look at their runner, unless their file did so in the same way before;
 * not in files that `scope` names exactly: whoever approved it knew. Linear. Pure.
 */
export function runnerQuestions(
  changes: readonly FileChange[],
  { tests, scope }: { readonly tests: readonly string[]; readonly scope: readonly string[] },
): readonly RunnerQuestion[] {
  const named = new Set(scope);
  return changes
    .filter(({ path }) => isCodePath(path) && !matchesGlobs(tests, path) && !named.has(path))
    .flatMap(({ path, before, after }) => {
      const old = codeLinesOf(path, readableTextOf(before)).live.map(({ text }) => text);
      const { isNew } = previousLines(old);
      const asks = (pattern: RegExp, text: string): boolean => pattern.test(text.slice(0, CLOSELY));
      const fresh = PATTERNS.filter((pattern) => !old.some((text) => asks(pattern, text)));
      return codeLinesOf(path, readableTextOf(after))
        .live.filter(({ text }) => isNew(text) && fresh.some((pattern) => asks(pattern, text)))
        .map(({ number, text }) => ({ path, line: number, text: text.slice(0, LONGEST) }));
    });
}
