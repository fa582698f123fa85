/** Numbers letters and digits, without regard to case: the alphabet in which a text is compared with a secret. */

/** No letter and no digit: what may be strewn between the characters of a secret. */
export const NO_SYMBOL = 255;

const SYMBOLS = new Uint8Array(128).fill(NO_SYMBOL);
[..."0123456789abcdefghijklmnopqrstuvwxyz"].forEach((sign, symbol) => {
  SYMBOLS[sign.charCodeAt(0)] = symbol;
  SYMBOLS[sign.toUpperCase().charCodeAt(0)] = symbol;
});

/** The symbol of a character by its code. */
export function symbolOf(code: number): number {
  return SYMBOLS[code] ?? NO_SYMBOL;
}

/** True for the symbol of a digit. */
export function isDigit(symbol: number): boolean {
  return symbol < 10;
}

/** The letters and digits of a text in a row. */
export function symbolsOf(text: string): Uint8Array {
  return Uint8Array.from(
    [...text].map((sign) => symbolOf(sign.charCodeAt(0))).filter((symbol) => symbol !== NO_SYMBOL),
  );
}

/** One of these numbers. `index` is within them. */
export function within(numbers: Uint8Array | Int32Array, index: number): number {
  return numbers[index] as number; // whoever calls knows that it is within
}
