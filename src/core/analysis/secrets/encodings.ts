/** Encodes bytes as others may write them, each so that no character depends on what stands around these bytes. */

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** Of ASCII85, and of RFC 1924, whose letters and digits are those of Z85 but for their case. */
const BASE85: readonly string[] = [
  String.fromCharCode(...Array.from({ length: 85 }, (_, digit) => 33 + digit)),
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~",
];

/** Two hexadecimal digits for each byte. */
export function hexOf(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The words of 16 bits that `hexdump` and `od -x` print, at either place of the first byte. */
export function hexWordsOf(bytes: readonly number[]): readonly string[] {
  const swapped = (from: readonly number[]): string =>
    hexOf(from).replace(/(..)(..)?/g, (_word, first: string, second = "") => `${second}${first}`);
  return [swapped(bytes), swapped(bytes.slice(1))];
}

/** For any number of bytes before these. */
export function base64Of(bytes: readonly number[]): readonly string[] {
  return [0, 1, 2].map((before) => bitsOf(bytes, before, BASE64));
}

/** For any number of bytes before these. */
export function base32Of(bytes: readonly number[]): readonly string[] {
  return [0, 1, 2, 3, 4].map((before) => bitsOf(bytes, before, BASE32));
}

/** For any number of bytes before these, in both alphabets. */
export function base85Of(bytes: readonly number[]): readonly string[] {
  return BASE85.flatMap((alphabet) => [0, 1, 2, 3].map((skipped) => groupsOf(bytes.slice(skipped), alphabet)));
}

/** The characters that stand for whole groups of bits within these bytes, behind so many bytes that are not known. */
function bitsOf(bytes: readonly number[], before: number, alphabet: string): string {
  const width = Math.log2(alphabet.length);
  // Bits of the first byte that belong to a character with unknown bits, which is left out.
  let left = (width - ((before * 8) % width)) % width;
  let rest = 0;
  let size = 0;
  let out = "";
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    size += 8;
    if (left > 0) {
      size -= left;
      rest &= (1 << size) - 1;
      left = 0;
    }
    for (; size >= width; size -= width) {
      out += alphabet[rest >> (size - width)];
      rest &= (1 << (size - width)) - 1;
    }
  }
  return out;
}

/** Five characters for each whole group of four bytes. */
function groupsOf(bytes: readonly number[], alphabet: string): string {
  let out = "";
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const group = bytes.slice(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);
    for (let power = 85 ** 4; power >= 1; power /= 85) out += alphabet[Math.floor(group / power) % 85];
  }
  return out;
}
