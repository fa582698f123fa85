export function split(line) { return line.split(",").filter((field) => field !== ""); }
