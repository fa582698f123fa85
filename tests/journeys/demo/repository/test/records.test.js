import assert from "node:assert/strict";
import test from "node:test";
import { formatRecords, parseRecords } from "../src/index.js";

test("names fields by the first row", () => {
  assert.deepEqual(parseRecords("id,name\n1,Ada\n"), [{ id: "1", name: "Ada" }]);
});

test("fills a short row up", () => {
  assert.deepEqual(parseRecords("id,name\n1\n"), [{ id: "1", name: "" }]);
});

test("writes the keys of the first record as the first row", () => {
  assert.equal(formatRecords([{ id: 1, name: "Ada" }, { id: 2 }]), "id,name\n1,Ada\n2,\n");
});
