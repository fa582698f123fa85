/** How a table is written unless the caller says otherwise. */
export const COMMA = { delimiter: ",", newline: "\n" };
