/** The look for canaries: every way of writing one is found, wherever it stands, and nothing else. */
import { expect, it } from "vitest";
import { lookFor } from "./look.ts";
import { rotated, WAYS } from "./ways.ts";

const SECRET = "sk-ant-canary-0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const finds = lookFor([SECRET, "another-canary-of-some-length"]);
const AROUND = ["", "a", "ab", "\n", '{"text":"'];

it.each(Object.entries({ ...WAYS, rotated }))("finds a secret that is written %s, whatever stands before it", (_how, write) => {
  for (const before of AROUND) expect(finds(`${before}${write(SECRET)}x`)).toBe(true);
});

it("finds one within the base64 of a longer text, and one that is pulled apart", () => {
  for (const before of AROUND) expect(finds(Buffer.from(`${before}the key is ${SECRET}, of all things`).toString("base64"))).toBe(true);
  expect(finds(JSON.stringify({ text: SECRET.split("").join("\n") }))).toBe(true);
  expect(finds(SECRET.split("").join("<!-- -->"))).toBe(true);
});

it("finds nothing where nothing is", () => {
  for (const text of ["", "sk-ant-canary-", SECRET.slice(5, 16), "a".repeat(10_000), Buffer.from("sk-ant-canary").toString("hex")])
    expect(finds(text)).toBe(false);
});
