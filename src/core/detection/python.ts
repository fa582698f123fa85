/** Finds how a project of Python is set up and tested: in an environment of its own, or as it lies there. */
import { type FoundCommand, hasAny, type RepositoryFiles, sectionOf, type Way, wayOf } from "./way.ts";

const MANIFESTS = ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "tox.ini", "pytest.ini"];

/** Files that name what tests need, by their usual names. */
const REQUIREMENTS =
  /^(?:requirements\/)?(?:requirements[-_.]?)?(?:dev|test|tests|testing|develop|ci)?(?:[-_.]?requirements)?\.txt$/;

/** Groups of what is needed beside the package itself, by their usual names. */
const GROUPS = ["test", "tests", "testing", "dev", "develop"];

const PYTHON = ".venv/bin/python";

/** The ways of a project, the surest first; none where there is none. */
export function pythonWays(files: RepositoryFiles): readonly Way[] {
  const isPython = hasAny(files, ...MANIFESTS) || files.paths.some((path) => /(?:^|\/)test_\w+\.py$/.test(path));
  if (!isPython) return [];
  const runners = usesPytest(files) ? ["pytest"] : ["unittest", "pytest"];
  return runners.flatMap((runner) => {
    const install = withRunner(installed(files), runner);
    const run = `PYTHONPATH=${sourcesOf(files)} python3 ${testOf(files, runner)}`;
    const asItLies = wayOf("python", { test: { run, why: whyOf(runner) } });
    const without = { run: `${run} -o addopts=`, why: `${whyOf(runner)}; without the options of its configuration` };
    // Options of a configuration may need plugins that nothing installs, such as one that measures coverage.
    const bare = runner === "pytest" && hasOptions(files) ? [wayOf("python", { test: without })] : [];
    // Enough where nothing is needed that is not on the machine.
    if (install.length === 0) return [asItLies, ...bare];
    const own = wayOf("python", {
      setup: [{ run: "python3 -m venv .venv", why: "Python installs into an environment of its own" }, ...install],
      test: { run: `${PYTHON} ${testOf(files, runner)}`, why: whyOf(runner) },
    });
    return [own, asItLies, ...bare];
  });
}

const hasOptions = ({ texts }: RepositoryFiles): boolean =>
  [...texts.values()].some((text) => /^addopts\b/m.test(text));

const whyOf = (runner: string): string =>
  runner === "pytest" ? "pytest is named or its files are there" : "tests of unittest are there";

function usesPytest({ paths, texts }: RepositoryFiles): boolean {
  const isNamed = [...texts].some(([path, text]) => !path.startsWith(".github/") && /\bpytest\b/.test(text));
  return isNamed || paths.some((path) => /(?:^|\/)(?:conftest\.py|pytest\.ini)$/.test(path));
}

const sourcesOf = ({ paths }: RepositoryFiles): string =>
  paths.some((path) => /^src\/.*\.py$/.test(path)) ? "src" : ".";

function testOf({ paths }: RepositoryFiles, runner: string): string {
  if (runner === "pytest") return "-m pytest -v";
  const folder = ["tests", "test"].find((name) =>
    paths.some((path) => path.startsWith(`${name}/`) && path.endsWith(".py")),
  );
  const isPackage = folder === undefined || paths.includes(`${folder}/__init__.py`);
  return `-m unittest discover -v${folder === undefined ? "" : ` -s ${folder}`}${isPackage ? " -t ." : ""}`;
}

/** What is installed into the environment, by what manages the project. */
function installed(files: RepositoryFiles): readonly FoundCommand[] {
  const pip = (what: string, why: string): FoundCommand => ({ run: `${PYTHON} -m pip install ${what}`, why });
  const manifest = files.texts.get("pyproject.toml") ?? "";
  const managed = [
    {
      lock: "uv.lock",
      fits: /^\[tool\.uv\b/m,
      run: "VIRTUAL_ENV=.venv .venv/bin/uv sync --active --all-extras",
      tool: "uv",
    },
    {
      lock: "poetry.lock",
      fits: /^\[tool\.poetry\b/m,
      run: "VIRTUAL_ENV=$PWD/.venv .venv/bin/poetry install --all-extras",
      tool: "poetry",
    },
    {
      lock: "pdm.lock",
      fits: /^\[tool\.pdm\.(?:dev-dependencies|scripts)/m,
      run: "VIRTUAL_ENV=$PWD/.venv .venv/bin/pdm install -G:all",
      tool: "pdm",
    },
  ].find(({ lock, fits }) => hasAny(files, lock) || fits.test(manifest));
  if (managed !== undefined) {
    const why = `the project is managed by ${managed.tool}`;
    return [pip(managed.tool, why), { run: managed.run, why }];
  }
  const extras = GROUPS.filter(
    (name) =>
      sectionOf(manifest, "project.optional-dependencies", name) ||
      sectionOf(files.texts.get("setup.cfg") ?? "", "options.extras_require", name),
  );
  const groups = GROUPS.filter((name) => sectionOf(manifest, "dependency-groups", name));
  const isPackage =
    hasAny(files, "setup.py") ||
    /^\[(?:project|build-system)\]/m.test(manifest) ||
    /^\[metadata\]/m.test(files.texts.get("setup.cfg") ?? "");
  return [
    ...(isPackage
      ? [pip(`-e ".${extras.length > 0 ? `[${extras.join(",")}]` : ""}"`, "the project is a package")]
      : []),
    ...files.paths.filter((path) => REQUIREMENTS.test(path)).map((path) => pip(`-r ${path}`, `${path} is there`)),
    ...groups.map((name) => pip(`--group ${name}`, `pyproject.toml has the group ${name}`)),
  ];
}

const withRunner = (setup: readonly FoundCommand[], runner: string): readonly FoundCommand[] =>
  runner === "unittest" ? setup : [...setup, { run: `${PYTHON} -m pip install pytest`, why: whyOf("pytest") }];
