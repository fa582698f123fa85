/**
 * Reads the server name in the first message of a TLS connection: the host that a tunnel is really for. RFC 8446 4.1.2,
 * RFC 6066 3.
 */

/** `more`: the message is not complete. `other`: no TLS, or not exactly one name. */
export type ClientHello = { readonly kind: "more" | "other" } | { readonly kind: "name"; readonly name: string };

const [HANDSHAKE, CLIENT_HELLO, SERVER_NAME, HOST_NAME] = [22, 1, 0, 0];
/** A real first message is far shorter. */
const LONGEST = 16_384;

/** The handshake bytes of the complete records; null when a record is of another kind. */
function handshakeOf(bytes: Buffer): Buffer | null {
  if ((bytes[0] ?? HANDSHAKE) !== HANDSHAKE) return null;
  const parts: Buffer[] = [];
  for (let at = 0; at + 5 <= bytes.length; ) {
    if (bytes[at] !== HANDSHAKE) return null;
    const end = at + 5 + bytes.readUInt16BE(at + 3);
    if (end > bytes.length) break;
    parts.push(bytes.subarray(at + 5, end));
    at = end;
  }
  return Buffer.concat(parts);
}

/** Reads fields one after the other. Throws `RangeError` where the message is shorter than its lengths say. */
function fieldsOf(message: Buffer): {
  readonly skip: (count: number) => void;
  readonly take: (width: 1 | 2 | 3) => Buffer;
} {
  let at = 0;
  const skip = (count: number): void => {
    at += count;
    if (at > message.length) throw new RangeError("the message is shorter than it says");
  };
  return {
    skip,
    take: (width) => {
      const length = message.readUIntBE(at, width);
      skip(width + length);
      return message.subarray(at - length, at);
    },
  };
}

/** The only name of an extension for it; null where it holds another kind, or more than one name. */
function onlyNameOf(extension: Buffer): string | null {
  const list = fieldsOf(extension).take(2);
  if (list.length + 2 !== extension.length || list[0] !== HOST_NAME) return null;
  const name = fieldsOf(list.subarray(1)).take(2);
  return name.length + 3 === list.length ? name.toString("latin1").toLowerCase() : null;
}

/** The host name where there is one and no other: of two, the server may take the one that was not looked at. */
function nameIn(extensions: Buffer): string | null {
  const found: Buffer[] = [];
  for (let at = 0; at + 4 <= extensions.length; ) {
    const end = at + 4 + extensions.readUInt16BE(at + 2);
    if (extensions.readUInt16BE(at) === SERVER_NAME) found.push(extensions.subarray(at + 4, end));
    at = end;
  }
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : onlyNameOf(only);
}

/** The name in a whole message. Throws `RangeError` as `fieldsOf`. */
function nameOf(message: Buffer): string | null {
  const fields = fieldsOf(message);
  fields.skip(2 + 32); // version, random
  fields.take(1); // session
  fields.take(2); // ciphers
  fields.take(1); // compression
  return nameIn(fields.take(2));
}

/** Parses the bytes that have come so far. Pure; throws nothing. */
export function clientHelloOf(bytes: Buffer): ClientHello {
  const handshake = bytes.length > LONGEST ? null : handshakeOf(bytes);
  if (handshake === null || (handshake[0] ?? CLIENT_HELLO) !== CLIENT_HELLO) return { kind: "other" };
  if (handshake.length < 4 || handshake.length < 4 + handshake.readUIntBE(1, 3)) return { kind: "more" };
  try {
    const name = nameOf(handshake.subarray(4));
    return name === null ? { kind: "other" } : { kind: "name", name };
  } catch (error) {
    if (error instanceof RangeError) return { kind: "other" };
    throw error;
  }
}
