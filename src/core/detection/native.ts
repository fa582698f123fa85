/** The ways of C, C++ and what is tested by make, CMake, Meson or a script of the shell. */
import { found, hasAny, type RepositoryFiles, type Way, wayOf } from "./way.ts";

/** What is built lies in a folder that no repository has. */
const BUILD = "_loopwright";

function cmake({ texts }: RepositoryFiles): Way | null {
  const text = texts.get("CMakeLists.txt");
  if (text === undefined) return null;
  const options = [...text.matchAll(/\boption\s*\(\s*(\w*TEST\w*)/gi)].map(([, name]) => ` -D${name}=ON`);
  const configure = `cmake -S . -B ${BUILD} -DBUILD_TESTING=ON${[...new Set(options)].join("")}`;
  const build = `${configure} && cmake --build ${BUILD} --parallel 2`;
  const why = "CMakeLists.txt is there";
  return wayOf("cmake", {
    test: found(`${build} && ctest --test-dir ${BUILD} --output-on-failure`, why),
    build: found(build, why),
  });
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
  const [test] = TARGETS.filter(has);
  const target = (one: string) => (has(one) ? found(`make ${one}`, `${name} has the target ${one}`) : null);
  // Where a configure script makes the Makefile, that in the tree is another one.
  const before = paths.includes("configure") ? "./configure && make && " : "";
  return wayOf("make", {
    test: test === undefined ? null : found(`${before}make ${test}`, `${name} has the target ${test}`),
    build: target("build"),
    lint: target("lint"),
  });
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

function prove({ paths }: RepositoryFiles): Way | null {
  if (!paths.some((path) => /^t\/.*\.t$/.test(path))) return null;
  return wayOf("prove", { test: found("prove -l -v -r t", "t/ holds tests of Perl") });
}

/** Folders in which scripts for tests lie, and the names by which one knows them. */
const FOLDER = /^(?:tests?|scripts?|spec)\//;
const SCRIPT = /^(?:(?:run[-_]?)?(?:(?:all|unit)[-_]?)?(?:tests?|check|all)\.sh|test_?runner|run_?tests?)$/;

function script({ paths }: RepositoryFiles): Way | null {
  const [path] = paths.filter((one) => SCRIPT.test(one.replace(FOLDER, ""))).sort((a, b) => a.length - b.length);
  return path === undefined ? null : wayOf("script", { test: found(`sh ./${path}`, `${path} looks like the tests`) });
}

/** The first that is here is the likeliest. */
export const NATIVE: readonly ((files: RepositoryFiles) => Way | null)[] = [
  meson,
  cmake,
  make,
  configure,
  bats,
  prove,
  script,
];
