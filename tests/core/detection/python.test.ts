import { expect, it } from "vitest";
import { waysOf } from "#core/detection/detect-ways.ts";
import { pythonWays } from "#core/detection/python.ts";
import { filesOf } from "./files.ts";

const waysIn = (texts: Record<string, string>) =>
  waysOf(filesOf(texts)).map(({ setup, test }) => [
    ...setup.map(({ run }) => run.replace(".venv/bin/python -m pip install", "pip")),
    test?.run,
  ]);

const PYTEST = ".venv/bin/python -m pytest -v";

it.each<{ what: string; texts: Record<string, string>; first: string[] }>([
  {
    what: "a package with extras and groups",
    texts: {
      "pyproject.toml":
        '[project]\nname = "a"\n[project.optional-dependencies]\ntest = ["pytest"]\ndocs = []\n[dependency-groups]\ndev = ["x"]\n',
      "src/a/__init__.py": "",
    },
    first: ["python3 -m venv .venv", 'pip -e ".[test]"', "pip --group dev", "pip pytest", PYTEST],
  },
  {
    what: "an older package",
    texts: {
      "setup.py": "",
      "setup.cfg": "[metadata]\nname = a\n[options.extras_require]\ntests = pytest\n[x]\ndev = 1",
      "tests/conftest.py": "",
    },
    first: ["python3 -m venv .venv", 'pip -e ".[tests]"', "pip pytest", PYTEST],
  },
  {
    what: "requirements alone",
    texts: { "requirements.txt": "x", "requirements-dev.txt": "pytest\n", "test_a.py": "" },
    first: ["python3 -m venv .venv", "pip -r requirements-dev.txt", "pip -r requirements.txt", "pip pytest", PYTEST],
  },
  {
    what: "uv",
    texts: { "pyproject.toml": "[project]\n", "uv.lock": "", "conftest.py": "" },
    first: ["python3 -m venv .venv", "pip uv", "VIRTUAL_ENV=.venv .venv/bin/uv sync --active --all-extras", "pip pytest", PYTEST],
  },
  {
    what: "poetry",
    texts: { "pyproject.toml": '[tool.poetry]\nname = "a"\n[tool.pytest.ini_options]\n' },
    first: ["python3 -m venv .venv", "pip poetry", "VIRTUAL_ENV=$PWD/.venv .venv/bin/poetry install --all-extras", "pip pytest", PYTEST],
  },
  {
    what: "pdm",
    texts: { "pyproject.toml": "[project]\n", "pdm.lock": "", "pytest.ini": "" },
    first: ["python3 -m venv .venv", "pip pdm", "VIRTUAL_ENV=$PWD/.venv .venv/bin/pdm install -G:all", "pip pytest", PYTEST],
  },
])("sets $what up", ({ texts, first }) => {
  expect(waysIn(texts)[0]).toEqual(first);
});

it("tries it as it lies there as well, with the sources where they are", () => {
  expect(waysIn({ "setup.py": "", "src/a.py": "", "conftest.py": "" })[1]).toEqual(["PYTHONPATH=src python3 -m pytest -v"]);
});

it.each([
  [{ "setup.py": "", "tests/test_a.py": "" }, "-m unittest discover -v -s tests"],
  [{ "setup.py": "", "tests/test_a.py": "", "tests/__init__.py": "" }, "-m unittest discover -v -s tests -t ."],
  [{ "setup.py": "", "test_a.py": "" }, "-m unittest discover -v -t ."],
])("tests %j with unittest first, then with pytest", (texts, unittest) => {
  expect(waysIn(texts).map((way) => way.at(-1))).toEqual([
    `.venv/bin/python ${unittest}`,
    `PYTHONPATH=. python3 ${unittest}`,
    PYTEST,
    "PYTHONPATH=. python3 -m pytest -v",
  ]);
});

it("makes no environment where nothing is installed into it", () => {
  expect(waysIn({ "test_a.py": "" })[0]).toEqual(["PYTHONPATH=. python3 -m unittest discover -v -t ."]);
});

it("tries pytest without the options of its configuration last", () => {
  const tests = (texts: Record<string, string>) => pythonWays(filesOf(texts)).map(({ test }) => test?.run);
  expect(tests({ ".pytest.ini": "[pytest]\naddopts = --cov=a\n", "test_a.py": "" })).toEqual([
    ".venv/bin/python -m pytest -v",
    "PYTHONPATH=. python3 -m pytest -v",
    "PYTHONPATH=. python3 -m pytest -v -o addopts=",
  ]);
});
