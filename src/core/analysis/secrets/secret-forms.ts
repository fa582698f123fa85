/** Lists the forms of a secret: what a text holds, letters and digits alone, that holds the secret in some encoding. */
import { base32Of, base64Of, base85Of, hexOf, hexWordsOf } from "./encodings.ts";
import { symbolsOf } from "./symbols.ts";

/** A longer secret is a private key: many forms of it would take long to make, and it is nobody's to type. */
const LONG = 400;

/**
 * The forms as symbols (core/analysis/secrets/symbols): as it is and in every encoding, forwards and backwards; a short
 * one also in encodings of encodings. No form is written by the armour of a private key, which is no secret. Pure.
 */
export function formsOf(secret: string): readonly Uint8Array[] {
  const bare = secret.replace(/-----[A-Z ]{1,60}-----/g, "");
  const encodings = bare.length > LONG ? simplyEncoded : fullyEncoded;
  const written = [bare, reversed(bare)].flatMap((text) => encodings(text));
  return [...new Set([...written, ...written.map(reversed)])].map(symbolsOf);
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}

function bytesOf(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}

function simplyEncoded(text: string): readonly string[] {
  const bytes = bytesOf(text);
  return [text, hexOf(bytes), ...base64Of(bytes)];
}

function fullyEncoded(text: string): readonly string[] {
  const bytes = bytesOf(text);
  const twice = [hexOf(bytes), hexOf(bytes).toUpperCase(), ...base64Of(bytes)].map(bytesOf);
  return [
    ...simplyEncoded(text),
    ...[rot13(text), ...hexWordsOf(bytes), ...base32Of(bytes), ...base85Of(bytes)],
    ...base64Of(bytes.flatMap((byte) => [byte, 0])),
    ...twice.flatMap((inner) => [hexOf(inner), ...base64Of(inner)]),
  ];
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code & 31) <= 13 ? code + 13 : code - 13);
  });
}
