/** The files by which people and GitHub find their way: each has the form that GitHub's documentation asks for. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { ROOT } from "./tools.ts";
import { complaintsOf } from "./workflow-rules.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema */
const Field = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("markdown"), attributes: z.strictObject({ value: z.string() }) }),
  ...(["input", "textarea", "dropdown", "checkboxes"] as const).map((type) =>
    z.strictObject({
      type: z.literal(type),
      id: z.string().regex(/^[\w-]+$/),
      attributes: z.strictObject({
        label: z.string(),
        description: z.string().optional(),
        placeholder: z.string().optional(),
        value: z.string().optional(),
        render: z.string().optional(),
        options: z.array(z.string()).optional(),
      }),
      validations: z.strictObject({ required: z.boolean() }).optional(),
    }),
  ),
]);
const Form = z.strictObject({ name: z.string(), description: z.string(), labels: z.array(z.string()), body: z.array(Field).min(1) });

const forms = readdirSync(join(ROOT, ".github/ISSUE_TEMPLATE")).filter((name) => name !== "config.yml");

it.each(forms)("has a form that GitHub takes: %s", (name) => {
  const { body } = Form.parse(parse(read(`.github/ISSUE_TEMPLATE/${name}`)));
  const ids = body.flatMap((field) => ("id" in field ? [field.id] : []));
  expect(new Set(ids).size).toBe(ids.length);
  const choices = body.filter(({ type }) => type === "dropdown" || type === "checkboxes");
  for (const { attributes } of choices) expect("options" in attributes && attributes.options?.length).toBeGreaterThan(1);
});

it.each([".github/workflows/ci.yml"])("has a workflow that is one, and a careful one: %s", async (path) => {
  expect(await complaintsOf(read(path))).toEqual([]);
});

/** https://docs.github.com/en/code-security/dependabot/working-with-dependabot/dependabot-options-reference */
const Update = z.looseObject({
  "package-ecosystem": z.enum(["npm", "github-actions", "docker"]),
  directory: z.string().optional(),
  directories: z.array(z.string()).optional(),
  schedule: z.strictObject({ interval: z.enum(["daily", "weekly", "monthly"]) }),
});

it("has every kind of dependency that is here looked at", () => {
  const { updates } = z.strictObject({ version: z.literal(2), updates: z.array(Update) }).parse(parse(read(".github/dependabot.yml")));
  expect(updates.map((update) => update["package-ecosystem"])).toEqual(["npm", "github-actions", "docker"]);
  expect(updates.filter(({ directory, directories }) => (directory === undefined) === (directories === undefined))).toEqual([]);
});

it("names as owned only what is there", () => {
  const owned = read(".github/CODEOWNERS")
    .split("\n")
    .flatMap((line) => /^\/(\S+) +@\S+$/.exec(line)?.[1] ?? []);
  expect(owned.length).toBeGreaterThan(3);
  expect(owned.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
