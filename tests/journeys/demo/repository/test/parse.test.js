import assert from "node:assert/strict";
import test from "node:test";
import { parse } from "../src/index.js";

test("splits lines into fields", () => {
  assert.deepEqual(parse("1,Ada\n2,Grace\n"), [["1", "Ada"], ["2", "Grace"]]);
});

test("keeps empty fields", () => {
  assert.deepEqual(parse("a,,b\n"), [["a", "", "b"]]);
});

test("a quoted field may hold the delimiter", () => {
  assert.deepEqual(parse('1,"Ada, Countess"\n'), [["1", "Ada, Countess"]]);
});

test("the last line needs no end", () => {
  assert.deepEqual(parse("1,Ada"), [["1", "Ada"]]);
});

test("lines may end with carriage returns", () => {
  assert.deepEqual(parse("1,Ada\r\n2,Grace\r\n"), [["1", "Ada"], ["2", "Grace"]]);
});

test("another delimiter can be chosen", () => {
  assert.deepEqual(parse("1;Ada, Countess\n", { delimiter: ";" }), [["1", "Ada, Countess"]]);
});
