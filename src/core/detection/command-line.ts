/** Reads lines of a shell as far as detection needs it: the commands of a chain, and the program of each. */

/** The most characters of a line that are read: a script of a manifest has some hundred. */
const LONGEST = 4_096;

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")" };

/** The commands that follow each other by `&&`, `;` or a new line. What stands in quotes or brackets stays whole. */
export function chainOf(line: string): readonly string[] {
  const parts = [""];
  let open: string | null = null;
  for (const token of line
    .slice(0, LONGEST)
    .replaceAll("\\\n", " ")
    .match(/\\[\s\S]|&&|[\s\S]/g) ?? []) {
    if (open === null && ["&&", ";", "\n"].includes(token)) parts.push("");
    else parts.push(`${parts.pop()}${token}`);
    if (open === token) open = null;
    else open ??= CLOSING[token] ?? null;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "" && !part.startsWith("#"));
}

/** The words of a command, without quotes. */
function wordsOf(command: string): readonly string[] {
  return (command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) => word.replace(/["']/g, ""));
}

/** Words that run what follows them, after options and settings of their own. */
const WRAPPERS = new Set(
  (
    "env cross-env npx bunx c8 nyc time sudo xvfb-run dotenv dotenvx exec run -m python python3 coverage bundle " +
    "poetry uv pdm hatch pipenv rye"
  ).split(" "),
);

const isSetting = (word: string): boolean => /^[A-Za-z_]\w*=/.test(word);
const baseOf = (word: string): string => word.slice(word.lastIndexOf("/") + 1);

/**
 * A command as detection compares it: its program without a path, and what it is given; without settings before it
 * and without programs that run another: `FOO=1 npx c8 ./node_modules/.bin/mocha a` is `mocha a`.
 */
export function plainCommand(command: string): string {
  const words = wordsOf(command);
  let wrapped = false;
  const start = words.findIndex((word) => {
    const wraps = WRAPPERS.has(word);
    wrapped ||= wraps;
    return !wraps && !isSetting(word) && !(wrapped && word.startsWith("-"));
  });
  const [program = "", ...rest] = start === -1 ? [] : words.slice(start);
  return [baseOf(program), ...rest].join(" ");
}

/** Words that a shell knows itself. */
const OF_SHELL = new Set("cd export set unset true false test [ exit . source eval exec command umask : {".split(" "));

/**
 * The programs that a line asks the machine for, in their order: not those of a path, of a variable or of the shell
 * itself, and none that packages of Node may bring along.
 */
export function programsIn(line: string): readonly string[] {
  const commands = chainOf(line).flatMap((command) => command.split(/\|\|?/));
  const brings = line.includes("node_modules/.bin");
  return commands.flatMap((command) => {
    const program = wordsOf(command.replace(/^[\s(]+/, "")).find((word) => !isSetting(word)) ?? "";
    return /^[\w.+-]+$/.test(program) && !OF_SHELL.has(program) && !brings ? [program] : [];
  });
}
