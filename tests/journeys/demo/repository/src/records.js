import { format } from "./format.js";
import { parse } from "./parse.js";

/** Reads a table whose first row names the columns. A field that is missing at the end of a row is empty. */
export function parseRecords(text, options) {
  const [names = [], ...rows] = parse(text, options);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""])));
}

/** Writes records as a table; the columns are the keys of the first record. */
export function formatRecords(records, options) {
  const names = Object.keys(records[0] ?? {});
  return format([names, ...records.map((record) => names.map((name) => record[name]))], options);
}
