import { expect, it } from "vitest";
import { waysOf } from "#core/detection/detect-ways.ts";
import { filesOf } from "./files.ts";

const MANY = { "a/_.none": "" };

it.each<{ what: string; texts: Record<string, string>; setup: string[]; test: string | undefined }>([
  { what: "Go", texts: { "go.mod": "module a\n" }, setup: [], test: "go test -v ./..." },
  {
    what: "Go that needs modules",
    texts: { "go.mod": "module a\nrequire b v1\n" },
    setup: ['GOMODCACHE="$PWD/.go-modules" GOFLAGS=-modcacherw go mod download'],
    test: 'GOMODCACHE="$PWD/.go-modules" GOFLAGS=-modcacherw go test -v ./...',
  },
  { what: "Go without modules", texts: { "a_test.go": "" }, setup: [], test: "GO111MODULE=off go test -v ./..." },
  {
    what: "Go with its modules",
    texts: { "go.mod": "require (\n b v1)\n", "vendor/modules.txt": "" },
    setup: [],
    test: "go test -v ./...",
  },
  {
    what: "Rust",
    texts: { "Cargo.toml": "[package]\n" },
    setup: ['CARGO_HOME="$PWD/.cargo-home" cargo fetch'],
    test: 'CARGO_HOME="$PWD/.cargo-home" cargo test --offline',
  },
  {
    what: "a workspace of Rust",
    texts: { "Cargo.toml": "[workspace]\n" },
    setup: ['CARGO_HOME="$PWD/.cargo-home" cargo fetch'],
    test: 'CARGO_HOME="$PWD/.cargo-home" cargo test --offline --workspace',
  },
  {
    what: "Maven",
    texts: { "pom.xml": "" },
    setup: ["mvn -B -Dmaven.repo.local=.m2 -Dmaven.test.failure.ignore=true test"],
    test: "mvn -B -o -Dmaven.repo.local=.m2 test",
  },
  {
    what: "Maven with its wrapper",
    texts: { "pom.xml": "", mvnw: "" },
    setup: ["sh ./mvnw -B -Dmaven.repo.local=.m2 -Dmaven.test.failure.ignore=true test"],
    test: "sh ./mvnw -B -o -Dmaven.repo.local=.m2 test",
  },
  {
    what: "Gradle",
    texts: { "build.gradle": "" },
    setup: ['GRADLE_USER_HOME="$PWD/.gradle-home" gradle --no-daemon testClasses'],
    test: 'GRADLE_USER_HOME="$PWD/.gradle-home" gradle --no-daemon --offline test',
  },
  {
    what: "Gradle with its wrapper",
    texts: { "settings.gradle.kts": "", gradlew: "" },
    setup: ['GRADLE_USER_HOME="$PWD/.gradle-home" sh ./gradlew --no-daemon testClasses'],
    test: 'GRADLE_USER_HOME="$PWD/.gradle-home" sh ./gradlew --no-daemon --offline test',
  },
  {
    what: ".NET",
    texts: { "App.sln": "" },
    setup: ['NUGET_PACKAGES="$PWD/.nuget" dotnet restore'],
    test: 'NUGET_PACKAGES="$PWD/.nuget" dotnet test --no-restore --logger "console;verbosity=normal"',
  },
  {
    what: "Elixir",
    texts: { "mix.exs": "deps: []" },
    setup: [],
    test: 'MIX_HOME="$PWD/.mix-home" HEX_HOME="$PWD/.hex-home" mix test --trace',
  },
  {
    what: "Elixir that needs packages",
    texts: { "mix.exs": '{:jason, "~> 1.0"}' },
    setup: ["local.hex --force", "local.rebar --force", "deps.get --only test"].map(
      (run) => `MIX_HOME="$PWD/.mix-home" HEX_HOME="$PWD/.hex-home" mix ${run}`,
    ),
    test: 'MIX_HOME="$PWD/.mix-home" HEX_HOME="$PWD/.hex-home" mix test --trace',
  },
  {
    what: "Deno",
    texts: { "deno.json": "{}" },
    setup: ['DENO_DIR="$PWD/.deno-home" deno install'],
    test: 'DENO_DIR="$PWD/.deno-home" deno test --allow-all',
  },
  {
    what: "Ruby with specs",
    texts: { Gemfile: "", "spec/a_spec.rb": "" },
    setup: ['BUNDLE_PATH="$PWD/vendor/bundle" bundle install'],
    test: 'BUNDLE_PATH="$PWD/vendor/bundle" bundle exec rspec --format=documentation',
  },
  { what: "Ruby with a task", texts: { Rakefile: "Rake::TestTask.new" }, setup: [], test: "rake test" },
  {
    what: "a gem",
    texts: { "a.gemspec": "", "test/test_a.rb": "" },
    setup: [],
    test: `ruby -Ilib -Itest -e 'Dir["test/**/{*_test,test_*}.rb"].sort.each { |file| require "./" + file }'`,
  },
  {
    what: "PHP",
    texts: { "composer.json": '{"require-dev":{"phpunit/phpunit":"9"}}' },
    setup: ["composer install --no-interaction --prefer-dist"],
    test: "vendor/bin/phpunit --testdox",
  },
  {
    what: "PHP with Pest",
    texts: { "composer.json": '{"require-dev":{"pestphp/pest":"2"}}' },
    setup: ["composer install --no-interaction --prefer-dist"],
    test: "vendor/bin/pest",
  },
  { what: "PHP without packages", texts: { "phpunit.xml.dist": "" }, setup: [], test: "phpunit --testdox" },
  {
    what: "PHP with a phar",
    texts: { "phpunit.xml": "", "composer.json": "{}" },
    setup: ["composer dump-autoload --no-interaction --dev"],
    test: "phpunit --testdox",
  },
  {
    what: "PHP with a phar and a package",
    texts: { "phpunit.xml": "", "composer.json": '{"require": {"php": "8", "psr/log": "3"}}' },
    setup: ["composer install --no-interaction --no-dev"],
    test: "phpunit --testdox",
  },
  {
    what: "CMake",
    texts: { "CMakeLists.txt": 'option(FMT_TEST "tests" OFF)\noption(FMT_TEST x)\noption(DOCS x)' },
    setup: [],
    test: "cmake -S . -B _loopwright -DBUILD_TESTING=ON -DFMT_TEST=ON && cmake --build _loopwright --parallel 2 && ctest --test-dir _loopwright --output-on-failure",
  },
  {
    what: "CMake of the tests alone",
    texts: { "tests/CMakeLists.txt": "" },
    setup: [],
    test: "cmake -S tests -B _loopwright && cmake --build _loopwright --parallel 2 && ctest --test-dir _loopwright --output-on-failure",
  },
  {
    what: "Meson",
    texts: { "meson.build": "" },
    setup: [],
    test: "meson setup _loopwright && meson test -C _loopwright --print-errorlogs",
  },
  { what: "make", texts: { Makefile: ".PHONY: all check\ncheck: all\n\ttrue\n" }, setup: [], test: "make check" },
  {
    what: "a Makefile that links its tests",
    texts: { Makefile: "CC ?= cc\nall: lib\nmy_test: a.c\n\t$(CC) -o $@ a.c\nother-test: b.c\n\t$(CC) -o other-test b.c\n" },
    setup: [],
    test: "make my_test && ./my_test",
  },
  {
    what: "make behind configure",
    texts: { GNUmakefile: "test tests: a\n", configure: "" },
    setup: [],
    test: "./configure && make && make test",
  },
  {
    what: "a Makefile without tests",
    texts: { makefile: "test := 1\nmy-test:\n\tcc -o other\nlint:\n\ttrue\n" },
    setup: [],
    test: undefined,
  },
  { what: "configure", texts: { configure: "", "Makefile.in": "" }, setup: [], test: "./configure && make && make check" },
  {
    what: "autoconf",
    texts: { "configure.ac": "", "Makefile.am": "" },
    setup: [],
    test: "autoreconf -i && ./configure && make && make check",
  },
  { what: "bats", texts: { "test/a.bats": "", "test/b.bats": "", "c.bats": "" }, setup: [], test: "bats --tap --recursive . test/" },
  { what: "Perl", texts: { "t/a.t": "" }, setup: [], test: "prove -l -v -r t" },
  {
    what: "a distribution of Perl",
    texts: { "Makefile.PL": "", "t/a.t": "" },
    setup: [],
    test: "perl Makefile.PL && make && prove -b -v -r t",
  },
  {
    what: "a built module of Perl",
    texts: { "Build.PL": "", "t/a.t": "" },
    setup: [],
    test: "perl Build.PL && ./Build && prove -b -v -r t",
  },
  { what: "a runner", texts: { test_runner: "" }, setup: [], test: "./test_runner" },
  { what: "a script", texts: { "tests/run-all-tests.sh": "", "test.sh": "" }, setup: [], test: "./test.sh" },
])("knows what is usual for $what", ({ texts, setup, test }) => {
  const [way] = waysOf(filesOf({ ...MANY, ...texts }));
  expect({ setup: way?.setup.map(({ run }) => run), test: way?.test?.run }).toEqual({ setup, test });
});

it.each([
  [{ "run-tests": "", "a.sh": "" }, "sh ./run-tests"],
  [{ Gemfile: "", "spec/a_spec.rb": "" }, "rspec --format=documentation"],
  [{ "composer.json": '{"require-dev":{"phpunit/phpunit":"9"}}' }, "phpunit --testdox"],
])("tries %j with what is on the machine as well", (texts, run) => {
  expect(waysOf(filesOf(texts))[1]?.test?.run).toBe(run);
});

it("finds nothing where nothing is", () => {
  expect(waysOf(filesOf({ Gemfile: "" }))).toEqual([]);
  expect(waysOf(filesOf({ "composer.json": "{}" }))).toEqual([]);
  expect(waysOf(filesOf({ "README.md": "", "Makefile.in": "" }))).toEqual([]);
});
