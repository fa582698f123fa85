import { COMMA } from "./dialect.js";

/**
 * Splits a text into rows of fields.
 * @param {string} text
 * @param {Partial<typeof COMMA>} [options]
 * @returns {string[][]}
 */
export function parse(text, options = {}) {
  const { delimiter } = { ...COMMA, ...options };
  const rows = [];
  let row = [];
  let field = "";
  let quoted = false;
  const endField = () => {
    row.push(field);
    field = "";
  };
  const endRow = () => {
    endField();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted) field += character;
    else if (character === delimiter) endField();
    else if (character === "\n") endRow();
    else if (character !== "\r") field += character;
  }
  if (field !== "" || row.length > 0) endRow();
  return rows;
}
