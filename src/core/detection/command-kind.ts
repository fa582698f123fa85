/** Tells what a command is for, by its program, and how a test runner is told to print the names of tests. */
import { anyOf } from "#core/values/any-of.ts";
import { plainCommand } from "./command-line.ts";

/** `script`: a file of the repository that seems to test. `other`: anything else, such as making a folder. */
export type CommandKind = "test" | "types" | "lint" | "build" | "script" | "other";

/** Programs, and other forms of a command, that mean a kind. */
interface KindRow {
  readonly kind: CommandKind;
  readonly programs: string;
  readonly forms: RegExp;
}

/** The first that fits decides. On a command without its path, settings and wrappers. */
const KINDS: readonly KindRow[] = [
  {
    kind: "types",
    programs: "tsd mypy pyright vue-tsc tsgo dtslint attw",
    forms: /^tsc (?:.*--|-)noEmit/,
  },
  {
    kind: "lint",
    programs:
      "eslint xo standard semistandard ts-standard prettier biome oxlint oxfmt jshint tslint stylelint markdownlint " +
      "remark dprint publint knip depcheck size-limit commitlint eclint codespell cspell installed-check aud ruff " +
      "flake8 black pylint isort golangci-lint gofmt staticcheck rubocop shellcheck phpcs phpstan psalm " +
      "php-cs-fixer checkstyle clang-format luacheck credo pre-commit",
    forms: /^(?:cargo (?:fmt|clippy)|go vet|mix (?:format|credo)|deno (?:lint|fmt)|npm audit|dotnet format)(?= |$)/,
  },
  {
    kind: "test",
    programs:
      "ava mocha _mocha jest vitest tap tape uvu jasmine karma lab qunit zora borp pytest py.test unittest nose2 " +
      "ctest bats prove rspec phpunit pest paratest busted",
    forms: anyOf(
      /^node (?:\S+ )*--test(?= |$)/,
      /^node (?:-\S+ )*(?:\S*[/._-])?tests?\b/,
      /^(?:go|cargo|meson|mix|dotnet|deno|bun|swift) test(?= |$)/,
      /^make (?:-\S+ |\S+=\S+ )*(?:tests?|check)(?= |$)/,
      /^(?:gradlew?|mvnw?|rake|composer|sbt|zig build|ninja)\b.* (?:tests?|check|verify|spec)(?= |$)/,
    ),
  },
  {
    kind: "build",
    programs:
      "tsc rollup webpack vite esbuild tsup babel swc unbuild microbundle rolldown tsdown parcel bunchee make cmake " +
      "meson ninja configure autogen.sh autoreconf gcc cc clang",
    forms: anyOf(
      /^(?:go|cargo|dotnet|zig) build(?= |$)/,
      /^mix compile(?= |$)/,
      /^perl (?:-\S+ )*(?:Makefile|Build)[.]PL(?= |$)/,
    ),
  },
];

/** A file of the repository that is named for tests, by itself or behind the program that reads it. */
const SCRIPT = /^(?:(?:(?:ba|da|z)?sh|python3?|perl|ruby|php) )?(?=\S*[./])\S*(?:test|check)\S*(?= |$)/;
/** What says that such a file only looks at the code. */
const LOOKS = /lint|shellcheck|checker/;

/** The kind of a command: by its program, behind whatever settings and wrappers. */
export function kindOf(command: string): CommandKind {
  const plain = plainCommand(command);
  const [program = ""] = plain.split(" ");
  const row = KINDS.find(({ programs, forms }) => programs.split(" ").includes(program) || forms.test(plain));
  return row?.kind ?? (SCRIPT.test(command) && !LOOKS.test(command) ? "script" : "other");
}

/** Test runners that name each test only when they are told to: how they are recognised, and the option. */
const NAMED: readonly (readonly [program: RegExp, option: string])[] = [
  [/^jest(?= |$)/, "--verbose"],
  [/^vitest(?= |$)/, "--reporter=verbose"],
  [/^ava(?= |$)/, "--tap"],
  [/^tap(?= |$)/, "--reporter=tap"],
  [/^_?mocha(?= |$)/, "--reporter=spec"],
  [/^(?:pytest|py\.test|unittest)(?= |$)/, "-v"],
  [/^go test(?= |$)/, "-v"],
  [/^rspec(?= |$)/, "--format=documentation"],
  [/^phpunit(?= |$)/, "--testdox"],
  [/^prove(?= |$)/, "-v"],
];

/**
 * The command of a test runner so that it names each test. A pipe to a reporter is cut: it would hide how the runner
 * ended.
 */
export function namingTests(command: string): string {
  const [runner = ""] = command.split(" | ");
  const plain = plainCommand(runner);
  const option = NAMED.find(([program]) => program.test(plain))?.[1];
  return option === undefined || ` ${runner} `.includes(` ${option} `) ? runner : `${runner} ${option}`;
}
