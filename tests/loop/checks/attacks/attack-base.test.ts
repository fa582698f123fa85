/** What is read of the base before wrong patches are made. */
import { expect, it } from "vitest";
import { normaliseRule } from "#core/rules/rule.ts";
import { attackBaseOf } from "#loop/checks/attacks/attack-base.ts";
import { FILES } from "../../bench.ts";
import { atWork, command } from "../checked-run.ts";

const baseOver = async (files: Readonly<Record<string, string>>, rules = [command("node test/split.test.js")]) => {
  const { subject } = await atWork({ ...FILES, ...files });
  return attackBaseOf({ ...subject, plan: { ...subject.plan, rules, scope: { paths: ["src/**"], out: [] } } }, []);
};

it("reads what the scope covers and what rules name, and nothing that is no text", async () => {
  const ground = await baseOver({ "src/raw.js": "\uFFFD\n", "docs/a.md": "a\n", "other/b.js": "b\n" });
  expect([...ground.texts.keys()].sort()).toEqual(["package.json", "src/split.js", "test/split.test.js"]);
  expect(ground.paths).toContain("docs/a.md");
});

it("reads the file of a rule that looks into one", async () => {
  const has = normaliseRule({ id: "a.x.y", description: "d", severity: "fail", check: { kind: "file", path: "docs/a.md" } });
  expect((await baseOver({ "docs/a.md": "a\n" }, [has])).texts.get("docs/a.md")).toBe("a\n");
});

it("reads of many files those first that rules and their tests name", async () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`src/a/${index}.js`, "export {};\n"]));
  const { texts } = await baseOver({ ...many, "src/z/last.js": "export const z = 1;\n" }, [
    command("node src/z/last.js test/split.test.js"),
  ]);
  expect(texts.size).toBe(80);
  expect([...texts.keys()].slice(0, 4)).toEqual(["package.json", "src/z/last.js", "test/split.test.js", "src/split.js"]);
});
