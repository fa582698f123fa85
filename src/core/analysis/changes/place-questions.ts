/**
 * Tells lines of code that ask where, when or by whom they are run: such code can do one thing while it is checked and
 * another where it is used. Most have a good reason, so they are shown and never refused.
 */
import { anyOf } from "#core/values/any-of.ts";
import { isCodePath } from "./code-path.ts";

/** Variables of the environment, and arguments. */
const ENVIRONMENT = anyOf(
  /\bprocess\.(?:env|argv|execArgv)\b|\bimport\.meta\.env\b|\bDeno\.env\b/,
  /\bos\.(?:environ|getenv|Getenv|LookupEnv|Environ)\b|\bSystem\.get(?:env|Property)\b/,
  /\benv::(?:vars?|args)(?:_os)?\b|\b(?:secure_)?getenv\s*\(/,
  /\$\{?(?:HOME|USER|LOGNAME|TMPDIR|PWD|OLDPWD|HOSTNAME|PPID|TERM|TZ|SHLVL|CI)\b/,
);

/** The folder, the machine, the user, the process. */
const PLACE = anyOf(
  /\bprocess\.(?:cwd|pid|ppid|title|platform|getuid|geteuid)\b|\b__dirname\b/,
  /\bimport\.meta\.(?:url|dirname|filename)\b/,
  /\bos\.(?:hostname|homedir|tmpdir|userInfo|networkInterfaces|uptime)\b/,
  /\bos\.(?:getcwd|getpid|getppid|getuid|getlogin|uname)\b/,
  /\bos\.(?:Getwd|Hostname|Getpid|Getppid|Getuid|UserHomeDir|TempDir|Executable)\b|\bnet\.Interfaces\b/,
  /\bsocket\.gethostname\b|\bgetpass\.getuser\b|\bPath\.(?:cwd|home)\(|\bplatform\.node\(/,
  /\benv::(?:current_dir|temp_dir|current_exe)\b|\bgetLocalHost\(/,
  /\b(?:gethostname|getcwd|getp?pid|getuid|geteuid|getlogin|getifaddrs|uname|isatty)\s*\(/,
  /\/proc\/(?:1|self|\$\$|\d+)\b|\/\.dockerenv\b|["'/]\.git["'/]/,
);

/** The time. */
const TIME = anyOf(
  /\bDate\.now\(|\bnew\s+Date\(\s*\)|\bperformance\.now\(/,
  /\btime\.(?:time|Now|Since|localtime|monotonic)\(|\bdate(?:time)?\.(?:now|today|utcnow)\(/,
  /\b(?:Instant|SystemTime|LocalDate|LocalDateTime|ZonedDateTime|Utc|Local)(?:::|\.)now\(/,
  /\bSystem\.(?:currentTimeMillis|nanoTime)\(|\bclock_gettime\s*\(|\bgettimeofday\s*\(/,
  /\btime\(\s*(?:NULL|nullptr|0)\s*\)/,
);

const ASKS = anyOf(ENVIRONMENT, PLACE, TIME);

/** True for such a line of a file of code. Linear. Pure. */
export function asksForPlace(path: string, line: string): boolean {
  return isCodePath(path) && ASKS.test(line);
}
