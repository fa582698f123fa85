import { columns } from "text-columns";
import { parse } from "./parse.js";

/** A table for the terminal: its first rows in columns, and how many more there are. */
export function preview(text, { rows = 10, ...options } = {}) {
  const table = parse(text, options);
  const more = table.length - rows;
  const lines = columns(table.slice(0, rows));
  return (more > 0 ? [...lines, `… ${more} more`] : lines).join("\n");
}
