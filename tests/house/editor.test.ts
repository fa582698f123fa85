/** What an editor makes of a configuration: the language server behind the YAML of VS Code and others, with our schema. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { getLanguageService } from "yaml-language-server";
import { configSchema, SCHEMA_LINE } from "#core/config/config-schema.ts";
import { ROOT } from "./tools.ts";

const SCHEMA = readFileSync(join(ROOT, ".github/docs/loopwright.schema.json"), "utf8");

/** It asks for the address in the file's first line, and for nothing else. */
const service = getLanguageService({
  schemaRequestService: (address) =>
    address === configSchema()["$id"] ? Promise.resolve(SCHEMA) : Promise.reject(new Error(`asked for ${address}`)),
  workspaceContext: { resolveRelativePath: (path) => path },
});
service.configure({ validate: true, completion: true, hover: true });

let opened = 0;

/** The server keeps what it read of a file, so that each text is a file of its own. */
function documentOf(text: string): TextDocument {
  opened += 1;
  return TextDocument.create(`file:///r${opened}/.github/loopwright.yml`, "yaml", 1, `${SCHEMA_LINE}\n${text}`);
}

it.each([
  { typed: "lab", offered: "label" },
  { typed: "limits:\n  iter", offered: "iterations" },
  { typed: "roles:\n  worker:\n    eff", offered: "effort" },
  { typed: "sandbox: ", offered: "required" },
])("completes $typed with $offered", async ({ typed, offered }) => {
  const document = documentOf(typed);
  const { items } = await service.doComplete(document, document.positionAt(document.getText().length), false);
  expect(items.map(({ label }) => label)).toContain(offered);
});

it("says what a key is", async () => {
  const document = documentOf("limits:\n  iterations: 3\n");
  const hover = await service.doHover(document, { line: 2, character: 4 });
  expect(JSON.stringify(hover)).toContain("Rounds of a run");
});

it.each([
  { text: "lable: loop\n", says: "lable" },
  { text: "limits: { iterations: many }\n", says: "integer" },
  { text: "sandbox: maybe\n", says: "required" },
])("marks what is wrong in $text", async ({ text, says }) => {
  const found = await service.doValidation(documentOf(text), false);
  expect(found.map(({ message }) => message).join("\n")).toContain(says);
});

it("marks nothing in a file that is right", async () => {
  expect(await service.doValidation(documentOf("label: loop\nlimits: { iterations: 3 }\n"), false)).toEqual([]);
});
