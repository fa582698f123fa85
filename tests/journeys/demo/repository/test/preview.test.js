import assert from "node:assert/strict";
import test from "node:test";
import { preview } from "../src/index.js";

test("sets fields in columns", () => {
  assert.equal(preview("id,name\n10,Ada\n"), "id  name\n10  Ada");
});

test("says how many rows are left", () => {
  assert.equal(preview("1\n2\n3\n", { rows: 2 }), "1\n2\n… 1 more");
});

test("of nothing is nothing", () => {
  assert.equal(preview(""), "");
});
