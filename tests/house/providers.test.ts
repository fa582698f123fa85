/** Every provider of the table is let in wherever its access is declared or shown: `action.yml`, the page about installing, help text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { ENVIRONMENT } from "#cli/terminal/help.ts";
import { PROVIDERS, type ProviderFacts } from "#core/config/providers.ts";
import { ACCESS_INPUTS } from "../../action/runner/access.ts";
import { ROOT } from "./tools.ts";

const INSTALLING = readFileSync(join(ROOT, ".github/docs/installing.md"), "utf8");
const INPUTS = Object.keys(parse(readFileSync(join(ROOT, "action.yml"), "utf8")).inputs);

/** What a page that people follow says nothing of. */
function unsaid(providers: Readonly<Record<string, ProviderFacts>>, page: string): readonly string[] {
  return Object.values(providers)
    .flatMap(({ key, address }) => [key, address])
    .filter((variable) => !page.includes(variable));
}

it("has an input of the Action for each key, address and id of a federation", () => {
  expect(ACCESS_INPUTS.filter((input) => !INPUTS.includes(input))).toEqual([]);
  expect(ACCESS_INPUTS).toHaveLength(9);
});

it.each([
  { page: "page about installing", text: INSTALLING },
  { page: "help text", text: ENVIRONMENT },
])("names each key and each address in the $page", ({ text }) => {
  expect(unsaid(PROVIDERS, text)).toEqual([]);
});

it("finds a provider that no page names", () => {
  const added = { ...PROVIDERS, mistral: { ...PROVIDERS.openai, key: "MISTRAL_API_KEY", address: "MISTRAL_BASE_URL" } };
  expect(unsaid(added, INSTALLING)).toEqual(["MISTRAL_API_KEY", "MISTRAL_BASE_URL"]);
});
