import assert from "node:assert/strict";
import test from "node:test";
import { format } from "../src/index.js";

test("writes a line a row", () => {
  assert.equal(format([["1", "Ada"], ["2", "Grace"]]), "1,Ada\n2,Grace\n");
});

test("quotes a field that holds the delimiter", () => {
  assert.equal(format([["1", "Ada, Countess"]]), '1,"Ada, Countess"\n');
});

test("writes nothing for null and undefined", () => {
  assert.equal(format([[1, null, undefined, 0]]), "1,,,0\n");
});

test("ends lines as it is told", () => {
  assert.equal(format([["1", "Ada"]], { newline: "\r\n" }), "1,Ada\r\n");
});
