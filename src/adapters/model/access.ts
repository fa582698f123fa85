/** A key and an address as a person gave them, looked at before anything is sent. */

/** The key without blanks around it. Throws an `Error` that names the variable when it cannot be one; it is not tried. */
export function keyOf(text: string, variable: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(`${variable} holds no key: set it to one line without blanks`);
  return key;
}

/** The address without login, query and last slash: it stands in messages. Throws an `Error` that names the variable when it is none. */
export function addressOf(text: string, variable: string): string {
  if (!URL.canParse(text)) throw new Error(`${variable} is no address: ${text}`);
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
