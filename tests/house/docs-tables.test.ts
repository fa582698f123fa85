/** Tables in the documentation that repeat what the code says: prices of models, and the roles. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtInRoles } from "#agent/specs/roles.ts";
import { parseRole } from "#agent/specs/spec.ts";
import { PROVIDERS } from "#core/config/providers.ts";
import { dollarsOf, NO_USAGE } from "#core/values/usage.ts";
import { ROOT } from "./tools.ts";

const pageOf = (name: string): string => readFileSync(join(ROOT, ".github/docs", name), "utf8");

/** The rows whose first cell is a word in code, by their cells. */
function rowsIn(page: string, columns: number): readonly (readonly string[])[] {
  const rows = page.split("\n").filter((line) => /^\| `[^`]+` \|/.test(line));
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
  return cells.filter(({ length }) => length === columns);
}

const MILLION = { ...NO_USAGE, cacheRead: 1_000_000 };

it("has the prices that runs are counted by", () => {
  const told = rowsIn(pageOf("costs.md"), 5).map(([model, input, output, cached, above = ""]) => [
    model,
    { input: Number(input), output: Number(output), cached: Number(cached), long: above.match(/\d[\d.,]*/g) },
  ]);
  const prices = Object.values(PROVIDERS).flatMap((provider) => Object.entries(provider.prices));
  const known = prices.map(([model, { price, cached, long }]) => [
    model,
    {
      ...price,
      cached: Number(dollarsOf(MILLION, price, cached)?.toFixed(6)),
      long: long === undefined ? null : [`${long.price.input}`, `${long.price.output}`, long.above.toLocaleString("en")],
    },
  ]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(known));
});

it("has each role with its tier and its tools", () => {
  const told = rowsIn(pageOf("roles.md"), 4).map(([name, description, tier, tools = ""]) => ({
    ...{ name, description, tier },
    tools: tools === "none" ? [] : tools.split(", "),
  }));
  const roles = [...builtInRoles().values()].map(({ name, description, tier, tools }) => ({ name, description, tier, tools }));
  expect(told).toEqual(roles);
});

it("shows a file of a role that can be read", () => {
  const [, example = ""] = /```yaml\n(.*?)```/s.exec(pageOf("roles.md")) ?? [];
  expect(parseRole("plan-critic.yaml", example)).toMatchObject({ name: "plan-critic", tools: [] });
});
