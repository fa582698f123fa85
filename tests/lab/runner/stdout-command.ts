/** Workflow commands: the lines of a step's output that speak to the runner. */

export interface StdoutCommand {
  /** In lower case. */
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The command in a line `::name key=value,key=value::data`; null for any other line. */
export function commandIn(line: string): StdoutCommand | null {
  const text = line.trimStart();
  const end = text.startsWith("::") ? text.indexOf("::", 2) : -1;
  if (end === -1) return null;
  const [name = "", ...rest] = text.slice(2, end).split(" ");
  if (name === "") return null;
  return { name: name.toLowerCase(), properties: propertiesOf(rest.join(" ").trim()), data: plain(text.slice(end + 2)) };
}

function propertiesOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    const value = pair.slice(at + 1);
    return at < 1 || value === "" ? [] : [[pair.slice(0, at), plain(value.replaceAll("%3A", ":").replaceAll("%2C", ","))]];
  });
  return Object.fromEntries(pairs);
}

/** https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts escapes in the other direction. */
function plain(escaped: string): string {
  return escaped.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}
