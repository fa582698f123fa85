/** The ways of C, C++ and what is tested by make, CMake, Meson or a script of the shell. */
import { perl, prove } from "./scripted.ts";
import { found, hasAny, type RepositoryFiles, type Way, wayOf } from "./way.ts";

/** What is built lies in a folder that no repository has. */
const BUILD = "_loopwright";
const COMPILE = `cmake --build ${BUILD} --parallel 2`;
const CTEST = `ctest --test-dir ${BUILD} --output-on-failure`;

/** Of a library that needs no build the tests alone are built, in a folder of theirs. */
function cmakeTests(files: RepositoryFiles): Way | null {
  const folder = ["test", "tests"].find((one) => hasAny(files, `${one}/CMakeLists.txt`));
  if (folder === undefined || hasAny(files, "CMakeLists.txt")) return null;
  const line = `cmake -S ${folder} -B ${BUILD} && ${COMPILE} && ${CTEST}`;
  return wayOf("cmake", { test: found(line, `${folder}/CMakeLists.txt is there`) });
}

function cmake({ texts }: RepositoryFiles): Way | null {
  const text = texts.get("CMakeLists.txt");
  if (text === undefined) return null;
  const options = [...text.matchAll(/\boption\s*\(\s*(\w*TEST\w*)/gi)].map(([, name]) => ` -D${name}=ON`);
  const configure = `cmake -S . -B ${BUILD} -DBUILD_TESTING=ON${[...new Set(options)].join("")}`;
  const build = `${configure} && ${COMPILE}`;
  const why = "CMakeLists.txt is there";
  return wayOf("cmake", { test: found(`${build} && ${CTEST}`, why), build: found(build, why) });
}

function meson(files: RepositoryFiles): Way | null {
  if (!hasAny(files, "meson.build")) return null;
  const why = "meson.build is there";
  return wayOf("meson", {
    test: found(`meson setup ${BUILD} && meson test -C ${BUILD} --print-errorlogs`, why),
    build: found(`meson setup ${BUILD} && meson compile -C ${BUILD}`, why),
  });
}

const MAKEFILES = ["GNUmakefile", "Makefile", "makefile"];
const TARGETS = ["check", "test", "tests", "unittest", "run-tests", "runtests", "smoke"];

function make({ texts, paths }: RepositoryFiles): Way | null {
  const name = MAKEFILES.find((one) => texts.has(one));
  const text = texts.get(name ?? "");
  if (name === undefined || text === undefined) return null;
  const has = (target: string): boolean =>
    new RegExp(`^(?:[\\w. -]+ )?${target}(?: [\\w. -]+)?\\s*:(?!=)`, "m").test(text);
  const test = TARGETS.find(has);
  const target = (one: string) => (has(one) ? found(`make ${one}`, `${name} has the target ${one}`) : null);
  // Where a configure script makes the Makefile, that in the tree is another one.
  const before = paths.includes("configure") ? "./configure && make && " : "";
  const made = test ?? programOf(text);
  const run = test === undefined ? `make ${made} && ./${made}` : `make ${test}`;
  return wayOf("make", {
    test: made === null ? null : found(`${before}${run}`, `${name} has the target ${made}`),
    build: target("build"),
    lint: target("lint"),
  });
}

/** The program for tests that a target of a Makefile links, by its name. */
function programOf(text: string): string | null {
  const lines = text.split("\n");
  const names = lines.flatMap((line, index) => {
    const [, name = ""] = /^([\w.-]{1,60})[ \t]*:(?!=)/.exec(line) ?? [];
    const recipe = ` ${lines[index + 1]} `;
    return name.includes("test") && [` -o ${name} `, " -o $@ "].some((one) => recipe.includes(one)) ? [name] : [];
  });
  return names[0] ?? null;
}

function configure(files: RepositoryFiles): Way | null {
  const isMade = !MAKEFILES.some((name) => files.texts.has(name)) && hasAny(files, "Makefile.in", "Makefile.am");
  const script = hasAny(files, "configure")
    ? "./configure"
    : hasAny(files, "configure.ac")
      ? "autoreconf -i && ./configure"
      : null;
  if (!isMade || script === null) return null;
  return wayOf("configure", {
    test: found(`${script} && make && make check`, "a configure script makes the Makefile"),
  });
}

function bats({ paths }: RepositoryFiles): Way | null {
  const folders = new Set(
    paths.filter((path) => path.endsWith(".bats")).map((path) => path.slice(0, path.indexOf("/") + 1) || "."),
  );
  if (folders.size === 0) return null;
  return wayOf("bats", {
    test: found(`bats --tap --recursive ${[...folders].sort().join(" ")}`, "files of bats are there"),
  });
}

/** Folders in which scripts for tests lie, and the names by which one knows them. */
const FOLDER = /^(?:tests?|scripts?|spec)\//;
const SCRIPT = /^(?:(?:run[-_]?)?(?:(?:all|unit)[-_]?)?(?:tests?|check|all)\.sh|test_?runner|run[-_]?tests?)$/;

/** By itself, as its first line says, or where it may not be executed by the shell. */
const script =
  (start: string) =>
  ({ paths }: RepositoryFiles): Way | null => {
    const [path] = paths.filter((one) => SCRIPT.test(one.replace(FOLDER, ""))).sort((a, b) => a.length - b.length);
    if (path === undefined) return null;
    return wayOf("script", { test: found(`${start}./${path}`, `${path} looks like the tests`) });
  };

/** The first that is here is the likeliest. */
export const NATIVE: readonly ((files: RepositoryFiles) => Way | null)[] = [
  meson,
  cmake,
  cmakeTests,
  make,
  configure,
  bats,
  perl,
  prove,
  script(""),
  script("sh "),
];
