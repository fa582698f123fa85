/** The usual ways of languages whose manifest says enough: one row each, the commands of their own documents. */
import { php, ruby } from "./scripted.ts";
import { found, hasAny, hasPath, here, type RepositoryFiles, type Way, wayOf } from "./way.ts";

/** A language: how a repository of it is recognised, and what is usual there. */
export interface Language {
  readonly name: string;
  /** Its sources: the language with most of them comes first. */
  readonly sources: RegExp;
  /** The surest first; none where nothing of it is here. */
  readonly ways: (files: RepositoryFiles) => readonly (Way | null)[];
}

function go(files: RepositoryFiles): Way | null {
  const manifest = files.texts.get("go.mod");
  if (manifest === undefined && hasPath(files, /^[^/]+_test\.go$/)) {
    // As Go was before it had modules: enough where only its own packages are needed.
    return wayOf("go", { test: found("GO111MODULE=off go test -v ./...", "tests of Go are there, and no go.mod") });
  }
  if (manifest === undefined) return null;
  const why = "go.mod is there";
  const needs = /^[ \t]*require\b/m.test(manifest) && !hasPath(files, /^vendor\/modules\.txt$/);
  const cache = needs ? `${here("GOMODCACHE", ".go-modules")} GOFLAGS=-modcacherw ` : "";
  return wayOf("go", {
    setup: needs ? [{ run: `${cache}go mod download`, why }] : [],
    test: found(`${cache}go test -v ./...`, why),
    build: found(`${cache}go build ./...`, why),
  });
}

function rust(files: RepositoryFiles): Way | null {
  const manifest = files.texts.get("Cargo.toml");
  if (manifest === undefined) return null;
  const why = "Cargo.toml is there";
  const all = /^\[workspace\]/m.test(manifest) ? " --workspace" : "";
  const cargo = `${here("CARGO_HOME", ".cargo-home")} cargo`;
  return wayOf("cargo", {
    setup: [{ run: `${cargo} fetch`, why }],
    test: found(`${cargo} test --offline${all}`, why),
    build: found(`${cargo} build --offline${all}`, why),
  });
}

function maven(files: RepositoryFiles): Way | null {
  if (!hasAny(files, "pom.xml")) return null;
  const program = hasAny(files, "mvnw") ? "sh ./mvnw" : "mvn";
  const why = "pom.xml is there";
  // Maven finds out while it tests what it needs to test: https://maven.apache.org/surefire/
  return wayOf("maven", {
    setup: [{ run: `${program} -B -Dmaven.repo.local=.m2 -Dmaven.test.failure.ignore=true test`, why }],
    test: found(`${program} -B -o -Dmaven.repo.local=.m2 test`, why),
  });
}

function gradle(files: RepositoryFiles): Way | null {
  if (!hasAny(files, "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")) return null;
  const gradle = hasAny(files, "gradlew") ? "sh ./gradlew" : "gradle";
  const program = `${here("GRADLE_USER_HOME", ".gradle-home")} ${gradle} --no-daemon`;
  const why = "a build file of Gradle is there";
  return wayOf("gradle", {
    setup: [{ run: `${program} testClasses`, why }],
    test: found(`${program} --offline test`, why),
  });
}

function dotnet(files: RepositoryFiles): Way | null {
  if (!hasPath(files, /^[^/]+\.(?:slnx?|csproj|fsproj)$/)) return null;
  const dotnet = `${here("NUGET_PACKAGES", ".nuget")} dotnet`;
  const why = "a solution or project of .NET is there";
  return wayOf("dotnet", {
    setup: [{ run: `${dotnet} restore`, why }],
    test: found(`${dotnet} test --no-restore --logger "console;verbosity=normal"`, why),
  });
}

function elixir(files: RepositoryFiles): Way | null {
  const manifest = files.texts.get("mix.exs");
  if (manifest === undefined) return null;
  const why = "mix.exs is there";
  const mix = `${here("MIX_HOME", ".mix-home")} ${here("HEX_HOME", ".hex-home")} mix`;
  const needs = /\{:\w+,/.test(manifest);
  return wayOf("mix", {
    setup: needs
      ? [`${mix} local.hex --force`, `${mix} local.rebar --force`, `${mix} deps.get --only test`].map((run) => ({
          run,
          why,
        }))
      : [],
    test: found(`${mix} test --trace`, why),
  });
}

function deno(files: RepositoryFiles): Way | null {
  if (!hasAny(files, "deno.json", "deno.jsonc")) return null;
  const deno = `${here("DENO_DIR", ".deno-home")} deno`;
  const why = "deno.json is there";
  return wayOf("deno", {
    setup: [{ run: `${deno} install`, why }],
    test: found(`${deno} test --allow-all`, why),
    types: found(`${deno} check .`, why),
  });
}

/** In no order that counts: the sources decide. */
export const LANGUAGES: readonly Language[] = [
  { name: "Go", sources: /\.go$/, ways: (files) => [go(files)] },
  { name: "Rust", sources: /\.rs$/, ways: (files) => [rust(files)] },
  { name: "Java", sources: /\.(?:java|kt)$/, ways: (files) => [maven(files)] },
  { name: "Kotlin", sources: /\.(?:kts?|java|groovy)$/, ways: (files) => [gradle(files)] },
  { name: ".NET", sources: /\.(?:cs|fs|vb)$/, ways: (files) => [dotnet(files)] },
  { name: "Elixir", sources: /\.exs?$/, ways: (files) => [elixir(files)] },
  { name: "Deno", sources: /\.tsx?$/, ways: (files) => [deno(files)] },
  { name: "Ruby", sources: /\.rb$/, ways: ruby },
  { name: "PHP", sources: /\.php$/, ways: php },
];
