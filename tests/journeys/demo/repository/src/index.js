export { format } from "./format.js";
export { parse } from "./parse.js";
export { preview } from "./preview.js";
export { formatRecords, parseRecords } from "./records.js";
