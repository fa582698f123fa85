import { expect, it } from "vitest";
import { type Action, express } from "./express.ts";
import type { OfferedTool } from "./request.ts";

const text = { type: "string" };
function tool(name: string, properties: Record<string, unknown>, ...required: readonly string[]): OfferedTool {
  return { name, input_schema: { type: "object", properties, required: [...required] } };
}

const EDIT: Action = { kind: "edit", path: "a.js", before: "x = 0", after: "x = 1" };

it("finds a client's tools whatever they are called", () => {
  const ours = [tool("exec", { command: text }), tool("read_file", { path: text }), tool("glob", { pattern: text })];
  expect(express({ kind: "exec", command: "true" }, ours)).toEqual({ name: "exec", input: { command: "true" } });
  expect(express({ kind: "read", path: "a.js" }, ours)).toEqual({ name: "read_file", input: { path: "a.js" } });
  const bash = tool("Bash", { command: text, description: text }, "command", "description");
  const theirs = [bash, tool("Read", { file_path: text })];
  expect(express({ kind: "exec", command: "true" }, theirs).input).toEqual({ command: "true", description: "bench" });
  expect(express({ kind: "read", path: "a.js" }, theirs)).toEqual({ name: "Read", input: { file_path: "a.js" } });
});

it("makes an edit of one piece, and one that lies in a list", () => {
  const all = { file_path: text, old_string: text, new_string: text, replace_all: { type: "boolean" } };
  const edit = { file_path: "a.js", old_string: "x = 0", new_string: "x = 1", replace_all: false };
  expect(express(EDIT, [tool("Edit", all, "replace_all")]).input).toEqual(edit);
  const piece = { type: "object", properties: { oldText: text, newText: text } };
  const listed = tool("edit", { path: text, edits: { type: "array", items: piece } });
  expect(express(EDIT, [listed]).input).toEqual({ path: "a.js", edits: [{ oldText: "x = 0", newText: "x = 1" }] });
});

it("fills in what a tool demands besides, so that it changes nothing", () => {
  const properties = {
    path: text,
    limit: { type: "integer" },
    timeout_ms: { type: "number" },
    count: { type: "integer" },
    how: { enum: ["plain", "fancy"] },
    fixed: { const: 7 },
    usual: { type: "string", default: "usual" },
    list: { type: "array" },
    more: { type: "object", properties: { deep: text }, required: ["deep"] },
  };
  const read = tool("read", properties, ...Object.keys(properties));
  expect(express({ kind: "read", path: "a.js" }, [read]).input).toEqual({
    path: "a.js",
    limit: 2_000,
    timeout_ms: 120_000,
    count: 1,
    how: "plain",
    fixed: 7,
    usual: "usual",
    list: [],
    more: { deep: "bench" },
  });
});

it("names the tools where none can do the work", () => {
  const tools = [tool("read_file", { path: text }), tool("edit_file", { path: text })];
  const exec = (): unknown => express({ kind: "exec", command: "true" }, tools);
  expect(exec).toThrow("no tool can exec as the script wants it: read_file, edit_file");
  expect(() => express(EDIT, tools)).toThrow("no tool can edit");
});
