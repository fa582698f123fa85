/**
 * A reporter that makes skipped tests fail the run where LOOPWRIGHT_REQUIRE_SANDBOX=1: a machine that must have a sandbox and has
 * none must not look green. It looks at what was skipped, not at how, so that no test can slip past it.
 */
import type { Reporter, TestModule } from "vitest/node";

/** Skips that cost no proof: of a control, not of the protection; and of what `.ci/run` proves again as an ordinary user. */
const EXCUSED = / \[skipped: (?:ptrace_scope|the kernel's bound does not hold for root)[^\]]*\]/g;

/** The skipped tests that count, by their titles: one reason that is no excuse is enough. */
export function refusedSkips(titles: readonly string[]): readonly string[] {
  return titles.filter((title) => {
    const rest = title.replace(EXCUSED, "");
    return rest === title || rest.includes("[skipped");
  });
}

/** The reporter, or none where skipping is allowed. */
export function skipsRefused(env: NodeJS.ProcessEnv): readonly Reporter[] {
  if (env["LOOPWRIGHT_REQUIRE_SANDBOX"] !== "1") return [];
  return [{ onTestRunEnd: (modules) => refuse(modules) }];
}

function refuse(modules: readonly TestModule[]): void {
  const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")].map(({ fullName }) => fullName));
  const refused = refusedSkips(skipped);
  if (refused.length === 0) return;
  process.stderr.write(`LOOPWRIGHT_REQUIRE_SANDBOX=1, and ${refused.length} tests were skipped:\n  ${refused.join("\n  ")}\n`);
  process.exitCode = 1;
}
