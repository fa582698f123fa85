import { expect, it } from "vitest";
import { chainOf, plainCommand, programsIn } from "#core/detection/command-line.ts";

it.each([
  ["xo && ava && tsd", ["xo", "ava", "tsd"]],
  ["make; make check\n# and then\n./run.sh", ["make", "make check", "./run.sh"]],
  ["node -e \"a && b\" && echo 'x;y'", ['node -e "a && b"', "echo 'x;y'"]],
  ["(cd a && make) && b", ["(cd a && make)", "b"]],
  ["a \\\n  b", ["a    b"]],
  ["a || b && c | d", ["a || b", "c | d"]],
  [" && ", []],
])("takes the chain %j apart", (line, commands) => {
  expect(chainOf(line)).toEqual(commands);
});

it.each([
  ["mocha test", "mocha test"],
  ["NODE_ENV=test cross-env A=1 ./node_modules/.bin/mocha -R dot", "mocha -R dot"],
  ["npx --no-install c8 --all ava", "ava"],
  ["python3 -m pytest -q", "pytest -q"],
  ["coverage run -m unittest", "unittest"],
  ["bundle exec rake 'test'", "rake test"],
  ["A=1", ""],
  ["", ""],
])("sees what %j starts", (command, plain) => {
  expect(plainCommand(command)).toBe(plain);
});

it.each([
  ["npm ci || npm ci --ignore-scripts", ["npm", "npm"]],
  ['BUNDLE_PATH="$PWD/vendor" bundle exec rspec', ["bundle"]],
  ["./configure && make && (cd tests && sh run.sh) | tee log", ["make", "tee"]],
  ['export PATH="$PWD/node_modules/.bin:$PATH" && mocha', []],
  [".venv/bin/python -m pytest; $TOOL x", []],
  ["(make check)", ["make"]],
  ["A=1", []],
  ["", []],
])("reads from %j the programs %j", (line, programs) => {
  expect(programsIn(line)).toEqual(programs);
});
