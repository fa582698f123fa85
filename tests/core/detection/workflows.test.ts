import { expect, it } from "vitest";
import { filesToRead, isWorkflowPath, waysOf } from "#core/detection/detect-ways.ts";
import { ciJobs, ciWays } from "#core/detection/workflows.ts";
import { ci, filesOf } from "./files.ts";

const PATH = ".github/workflows/ci.yml";

const tests = (...runs: readonly string[]) =>
  ciWays({ paths: ["tests/a.c"] }, ciJobs(filesOf({}, { [PATH]: ci(...runs) }))).map(({ test }) => test);

it.each([
  ["builds first", ["sudo apt-get install x", "make -j2", "./tests/run.sh"], "make -j2 && ./tests/run.sh"],
  [
    "has several lines",
    ["cmake -B build\ncmake --build build\nctest --test-dir build\necho done"],
    "cmake -B build && cmake --build build && ctest --test-dir build",
  ],
  ["names its tests", ["prove t"], "prove t -v"],
  ["makes a distribution", ["perl -I$(pwd) Makefile.PL", "make test"], "perl -I$(pwd) Makefile.PL && make test"],
  [
    "goes into folders",
    ["cd tests/\n./unittest.sh\n./b_test.sh\ncd ..\ncd examples\nmake check"],
    "(cd tests && ./unittest.sh && ./b_test.sh) && (mkdir -p examples && cd examples && make check)",
  ],
  ["builds in a folder of its own", ["mkdir build && cd build && cmake .. && ctest"], "(mkdir -p build && cd build && cmake .. && ctest)"],
])("takes from a job that %s what tests", (_what, runs, run) => {
  expect(tests(...runs)).toEqual([{ run, why: `${PATH} runs it` }]);
});

it.each([
  ["a matrix decides", [`make CC=$${"{{ matrix.cc }}"} check`]],
  ["variables or another folder decide", ["make $TARGET check", "ctest --test-dir .. "]],
  [
    "a folder cannot be known, or is not of the repository",
    ["cd $HERE\nmake check", "cd ../other\nmake check", "cd /tmp\nmake check", "popd\nmake check"],
  ],
  ["a tool looks", ["composer-require-checker ./composer.json"]],
  ["only a lint looks", ["./shellcheck.sh"]],
  ["another table knows it better", ["npm test", "pytest", "go test ./..."]],
  ["nothing tests", ["make", "echo check"]],
])("takes nothing where %s", (_what, runs) => {
  expect(tests(...runs)).toEqual([]);
});

it("reads jobs that may test, the likeliest workflow first, and passes over what is no workflow", () => {
  const workflows = {
    ".github/workflows/zoo.yml": ci("make check"),
    ".github/workflows/test.yml": {
      jobs: {
        unit: { steps: [{ run: "make test", "working-directory": "./a/" }, null, { run: 1 }] },
        publish: { steps: [{ run: "make test" }] },
        odd: 1,
        none: {},
      },
    },
    ".github/workflows/release.yml": ci("make check"),
    ".github/workflows/bad.yml": "text",
    ".github/workflows/none.yml": null,
  };
  expect(
    ciJobs(filesOf({}, workflows)).map(({ path, commands }) => [path.slice(18), ...commands.map(({ run, folder }) => `${folder}${run}`)]),
  ).toEqual([["test.yml", "amake test"], ["test.yml"], ["test.yml"], ["zoo.yml", "make check"]]);
});

it("reads manifests at the root, what tests need, and workflows", () => {
  const paths = ["package.json", "a/package.json", "requirements/test.txt", "README.md", PATH, ".github/workflows/a/b.yml"];
  expect(filesToRead(paths)).toEqual(["package.json", "requirements/test.txt", PATH]);
  expect(paths.filter(isWorkflowPath)).toEqual([PATH]);
});

it("puts the language with most files first, and the same way once", () => {
  const files = filesOf(
    { "package.json": '{"scripts":{"test":"node --test"}}', "docs.js": "", "a.c": "", "b.c": "", "c.h": "", Makefile: "check:\n\ttrue\n" },
    { [PATH]: ci("make check") },
  );
  expect(waysOf(files).map(({ name, test }) => [name, test?.run])).toEqual([
    ["CI", "make check"],
    ["npm", "npm test"],
  ]);
});
