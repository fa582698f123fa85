/** Registers every tool by its name. To add one, write its file, its limit and its line here. */
import { applyPatch } from "./apply-patch.ts";
import { editFile } from "./edit-file.ts";
import { exec } from "./exec.ts";
import { fetchPage } from "./fetch.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { readFile } from "./read-file.ts";
import type { Tool, ToolName } from "./tool.ts";
import { writeFile } from "./write-file.ts";

/** All tools; a role's file and `toolsFor` decide which of them it gets. */
export const TOOLS: Readonly<Record<ToolName, Tool>> = {
  read_file: readFile,
  write_file: writeFile,
  edit_file: editFile,
  apply_patch: applyPatch,
  exec,
  grep,
  glob,
  fetch: fetchPage,
};
