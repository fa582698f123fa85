/** Lists ways in which a model or a command may write a key that it got hold of, and those against which the redactor promises nothing. */
import { gzipSync } from "node:zlib";

const bytesOf = (text: string) => [...Buffer.from(text)];
const hex = (text: string) => Buffer.from(text).toString("hex");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const lines = (text: string, width: number) => text.match(new RegExp(`.{1,${width}}`, "gs")) ?? [];
const each = (text: string, write: (code: number, sign: string) => string, by = "") =>
  [...text].map((sign) => write(sign.charCodeAt(0), sign)).join(by);
const padded = (code: number, radix: number, width: number) => code.toString(radix).padStart(width, "0");
const shifted = (text: string, by: number) => each(text, (code) => String.fromCodePoint(code + by));

function base32(text: string): string {
  const bits = each(text, (code) => padded(code, 2, 8));
  return lines(bits, 5)
    .map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

function base85(text: string, alphabet: string): string {
  return lines(text.padEnd(Math.ceil(text.length / 4) * 4, "\0"), 4)
    .map((four) => {
      const group = Buffer.from(four).readUInt32BE();
      return [4, 3, 2, 1, 0].map((power) => alphabet[Math.floor(group / 85 ** power) % 85]).join("");
    })
    .join("");
}

function dump(text: string, line: (chunk: string, at: number) => string): string {
  return lines(text, 16)
    .map((chunk, index) => line(chunk, index * 16))
    .join("\n");
}

const BASE85 = {
  ascii: String.fromCharCode(...Array.from({ length: 85 }, (_, digit) => 33 + digit)),
  rfc1924: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~",
  z85: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#",
};

const ENCODED: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  base64,
  "base64 behind one byte": (key) => base64(`x${key}y`),
  "base64 behind two bytes": (key) => base64(`xy${key}z`),
  base64url: (key) => Buffer.from(key).toString("base64url"),
  "base64 in lines": (key) => lines(base64(key), 16).join("\n"),
  "base64 of base64": (key) => base64(base64(key)),
  "base64 of base64 of a sentence": (key) => base64(`it is ${base64(`key ${key}`)}`),
  "base64 of hexadecimal digits": (key) => base64(hex(key)),
  "hexadecimal digits of base64": (key) => hex(base64(key)),
  "base64 of UTF-16": (key) => Buffer.from(key, "utf16le").toString("base64"),
  "base64 backwards": (key) => [...base64(key)].reverse().join(""),
  "base64 of the key backwards": (key) => base64([...key].reverse().join("")),
  base32,
  "base32 in small letters": (key) => base32(key).toLowerCase(),
  ascii85: (key) => `<~${base85(key, BASE85.ascii)}~>`,
  "base85 of RFC 1924": (key) => base85(key, BASE85.rfc1924),
  z85: (key) => base85(`ab${key}`, BASE85.z85),
  "hexadecimal digits": hex,
  "large hexadecimal digits": (key) => hex(key).toUpperCase(),
  "hexadecimal digits by twos": (key) => lines(hex(key), 2).join(" "),
  "hexadecimal digits by colons": (key) => lines(hex(key).toUpperCase(), 2).join(":"),
  "binary digits": (key) => each(key, (code) => padded(code, 2, 8), " "),
  backwards: (key) => [...key].reverse().join(""),
  ROT13: (key) => key.replace(/[a-z]/gi, (one) => String.fromCharCode(one.charCodeAt(0) + ((one.charCodeAt(0) & 31) <= 13 ? 13 : -13))),
  "large letters": (key) => key.toUpperCase(),
};

const ESCAPED: Readonly<Record<string, (key: string) => string>> = {
  "for an address": encodeURIComponent,
  "for an address, every byte": (key) => each(key, (code) => `%${padded(code, 16, 2).toUpperCase()}`),
  "for an address, in small digits": (key) => each(key, (code) => `%${padded(code, 16, 2)}`),
  "for an address, twice": (key) => encodeURIComponent(each(key, (code) => `%${padded(code, 16, 2)}`)),
  "in JSON": (key) => JSON.stringify(JSON.stringify(`${key}"`)),
  "in JSON, every letter": (key) => each(key, (code) => `\\u${padded(code, 16, 4)}`),
  "in JSON, twice": (key) => JSON.stringify(each(key, (code) => `\\u${padded(code, 16, 4)}`)),
  "in JavaScript": (key) => each(key, (code) => `\\u{${code.toString(16)}}`),
  "in Python, as bytes": (key) => `b'${each(key, (code) => `\\x${padded(code, 16, 2)}`)}'`,
  "in Python, by long numbers": (key) => each(key, (code) => `\\U${padded(code, 16, 8)}`),
  "in a shell, $'\\x..'": (key) => `$'${each(key, (code) => `\\x${padded(code, 16, 2)}`)}'`,
  "for printf": (key) => `printf '${each(key, (code) => `\\${padded(code, 8, 3)}`)}'`,
  "in HTML, decimal": (key) => each(key, (code) => `&#${code};`),
  "in HTML, hexadecimal": (key) => each(key, (code) => `&#x${code.toString(16).toUpperCase()};`),
  "in HTML, without semicolons": (key) => each(key, (code) => `&#${code}`),
  "some letters in HTML": (key) => key.replace(/[-_.]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  "quoted-printable": (key) =>
    lines(
      each(key, (code) => `=${padded(code, 16, 2).toUpperCase()}`),
      30,
    ).join("=\n"),
  "as names of characters": (key) => each(key, (code) => `U+${padded(code, 16, 4).toUpperCase()}`, " "),
  "as decimal numbers": (key) => `[${bytesOf(key).join(", ")}]`,
  "as hexadecimal numbers": (key) => each(key, (code) => `0x${padded(code, 16, 2)}`, ", "),
  "as octal numbers": (key) => each(key, (code) => `0${code.toString(8)}`, ", "),
  "as octal numbers of Python": (key) => each(key, (code) => `0o${code.toString(8)}`, ", "),
  "by chr()": (key) => each(key, (code) => `chr(${code})`, " + "),
  "by String.fromCharCode": (key) => `String.fromCharCode(${bytesOf(key).join(",")})`,
  "in full width": (key) => shifted(key, 0xfee0),
  "in the style of formulas": (key) => key.replace(/[a-z]/g, (one) => String.fromCodePoint(one.charCodeAt(0) - 97 + 0x1d41a)),
  "in tag characters": (key) => shifted(key, 0xe0000),
  "in variation selectors": (key) => shifted(key, 0xe0100 - 16),
};

const PULLED_APART: Readonly<Record<string, (key: string) => string>> = {
  "by spaces": (key) => each(key, (_, sign) => sign, " "),
  "by dashes": (key) => each(key, (_, sign) => sign, "-"),
  "by dots": (key) => each(key, (_, sign) => sign, "."),
  "by stars": (key) => each(key, (_, sign) => sign, "**"),
  "one letter a line": (key) => each(key, (_, sign) => sign, "\n"),
  "one letter a line, numbered": (key) => [...key].map((sign, index) => `${index + 1}. ${sign}`).join("\n"),
  "in lines": (key) => lines(key, 9).join("\n"),
  "in numbered lines": (key) =>
    lines(key, 8)
      .map((part, index) => `part ${index + 1}: "${part}"`)
      .join("\n"),
  "in quotation marks joined by +": (key) => `"${lines(key, 5).join('" + "')}"`,
  "as a list of letters": (key) => JSON.stringify([...key]),
  "by line ends of JSON": (key) => lines(key, 9).join("\\n"),
  "by characters that are not drawn": (key) => each(key, (_, sign) => sign, "\u200b"),
  "by colours": (key) => lines(key, 7).join("\u001b[1;31m"),
  "by HTML's empty comment": (key) => lines(key, 7).join("<!-- -->"),
  "by tags": (key) => each(key, (_, sign) => `*${sign}*`),
  "in halves": (key) => `${key.slice(0, key.length / 2)} and then ${key.slice(key.length / 2)}`,
  "in parts of twenty": (key) => lines(key, 20).join(" and then "),
  "without its beginning": (key) => key.slice(7),
  "without its ends": (key) => key.slice(9, -9),
  "in an address": (key) => `https://x:${key}@example.org/a`,
  "in a header": (key) => `curl -H 'x-api-key: ${key}' https://example.org`,
  "in a query, for an address": (key) => `https://example.org/?a=1&key=${encodeURIComponent(base64(key))}`,
  xxd: (key) => dump(key, (chunk, at) => `${padded(at, 16, 8)}: ${lines(hex(chunk), 4).join(" ").padEnd(40)} ${chunk}`),
  "hexdump -C": (key) => dump(key, (chunk, at) => `${padded(at, 16, 8)}  ${lines(hex(chunk), 2).join(" ").padEnd(48)} |${chunk}|`),
  hexdump: (key) =>
    dump(
      key,
      (chunk, at) =>
        `${padded(at, 16, 7)} ${lines(hex(chunk), 4)
          .map((four) => four.slice(2) + four.slice(0, 2))
          .join(" ")}`,
    ),
  "od -c": (key) => dump(key, (chunk, at) => `${padded(at, 8, 7)}   ${each(chunk, (_, sign) => sign, "   ")}`),
  "od -b": (key) => dump(key, (chunk, at) => `${padded(at, 8, 7)} ${each(chunk, (code) => padded(code, 8, 3), " ")}`),
  "od -tu1": (key) => dump(key, (chunk, at) => `${padded(at, 8, 7)} ${bytesOf(chunk).join("  ")}`),
};

/** By name, in three kinds. */
export const WRITINGS = { ...ENCODED, ...ESCAPED, ...PULLED_APART };

const MORSE = ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..".split(" ");

/** Not promised: each with a word by which `.github/SECURITY.md` says so. */
export const NOT_PROMISED: Readonly<Record<string, (key: string) => string>> = {
  compressed: (key) => gzipSync(key).toString("base64"),
  encrypted: (key) => base64(each(key, (code) => String.fromCharCode(code ^ 42))),
  Morse: (key) => each(key.toLowerCase(), (code, sign) => MORSE[code - 97] ?? sign, " "),
  "another shift of the alphabet": (key) => each(key, (code) => String.fromCharCode(code + 1)),
  "words for letters": (key) => each(key, (_, sign) => `${sign} as in ${sign}ord`, ", "),
  "other letters between": (key) => each(key, (_, sign) => `${sign}q`),
  "less than twelve characters": (key) => lines(key, 6).join(" and then "),
};
