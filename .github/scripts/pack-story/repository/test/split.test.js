import assert from "node:assert";
import test from "node:test";
import { split } from "../src/split.js";

test("splits", () => assert.deepEqual(split("a,b"), ["a", "b"]));
