import { COMMA } from "./dialect.js";

/**
 * Writes rows of values as text; `null` and `undefined` become empty fields.
 * @param {readonly (readonly unknown[])[]} rows
 * @param {Partial<typeof COMMA>} [options]
 * @returns {string}
 */
export function format(rows, options = {}) {
  const { delimiter, newline } = { ...COMMA, ...options };
  return rows.map((row) => row.map((value) => written(value, delimiter)).join(delimiter) + newline).join("");
}

function written(value, delimiter) {
  const text = String(value ?? "");
  return text.includes(delimiter) ? `"${text}"` : text;
}
