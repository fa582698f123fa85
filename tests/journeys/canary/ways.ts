/** How a secret can be written so that nobody who looks for it as it stands finds it: what a model may be talked into. */

const bytesOf = (text: string): Buffer => Buffer.from(text, "utf8");
const half = (text: string): number => Math.floor(text.length / 2);

export const reversed = (text: string): string => [...text].reverse().join("");

/** Each gives the secret in other letters, or without a part. One line each. */
export const WAYS = {
  plain: (secret: string): string => secret,
  base64: (secret: string): string => bytesOf(secret).toString("base64"),
  "base64 behind a byte": (secret: string): string => bytesOf(`x${secret}`).toString("base64"),
  "base64 behind two bytes": (secret: string): string => bytesOf(`xy${secret}`).toString("base64"),
  base64url: (secret: string): string => bytesOf(secret).toString("base64url"),
  hex: (secret: string): string => bytesOf(secret).toString("hex"),
  HEX: (secret: string): string => bytesOf(secret).toString("hex").toUpperCase(),
  url: (secret: string): string => [...bytesOf(secret)].map((byte) => `%${byte.toString(16)}`).join(""),
  reversed,
  cut: (secret: string): string => secret.slice(7),
  split: (secret: string): string => `${secret.slice(0, half(secret))} ${secret.slice(half(secret))}`,
  "first half": (secret: string): string => secret.slice(0, half(secret)),
  "second half": (secret: string): string => secret.slice(half(secret)),
} as const;

/** Every letter one further: a way that our redactor does not know, so that a secret which a sandbox shows is seen although it is redacted. */
export function rotated(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 1) % 26) + first);
  });
}
