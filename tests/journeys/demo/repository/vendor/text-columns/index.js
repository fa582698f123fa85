/**
 * Sets rows of cells in columns of equal width, two blanks between them.
 * @param {readonly (readonly string[])[]} rows
 * @returns {string[]} one line a row, without blanks at its end
 */
export function columns(rows) {
  const widths = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at])).join("  ").trimEnd());
}
