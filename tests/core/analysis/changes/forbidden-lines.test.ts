import { expect, it } from "vitest";
import { forbiddenLine } from "#core/analysis/changes/forbidden-lines.ts";

const adds = (after: string, path = "src/a.js", before = "") => forbiddenLine({ path, before, after });
/** Letters as a real token has them, put together here so that this file holds none. */
const random = (length: number) => "q7Zx2Lm9Kd4Vb8Rn3Ty6".repeat(8).slice(0, length);

it.each([
  [
    "a bidirectional override",
    "let a = 1;\n/* \u202E } */",
    "line 2 holds bidirectional marks that hide what the code does, which the base does not",
  ],
  ["an isolate", "\u2066x\u2069", "line 1 holds bidirectional marks that hide what the code does, which the base does not"],
  ["a space of no width", "let a\u200b = 1;", "line 1 holds characters that nobody sees, which the base does not"],
  ["a filler for a name", "let \u3164 = 1;", "line 1 holds characters that nobody sees, which the base does not"],
  ["tags", "// \u{e0041}", "line 1 holds characters that nobody sees, which the base does not"],
  ["bytes in selectors", "☺\u{e0101}", "line 1 holds characters that nobody sees, which the base does not"],
  ["selectors after a letter", "const a = 'x\ufe0f';", "line 1 holds characters that nobody sees, which the base does not"],
  ["two selectors after an emoji", "☺\ufe0f\ufe0e", "line 1 holds characters that nobody sees, which the base does not"],
  ["a selector that begins a line", "\ufe0e", "line 1 holds characters that nobody sees, which the base does not"],
  ["a joiner between letters", "a\u200db", "line 1 holds characters that nobody sees, which the base does not"],
  [
    "a Cyrillic letter in a Latin name",
    "if (isАdmin) {}",
    'line 1 mixes letters of two alphabets that look alike in "isАdmin", which the base does not',
  ],
  ["a Greek one", "const tοken = 1", 'line 1 mixes letters of two alphabets that look alike in "tοken", which the base does not'],
])("refuses %s in lines that are added [OUT-12]", (_what, after, why) => {
  expect(adds(after)).toBe(why);
});

it.each([
  ["an emoji of several", "const family = '👨‍👩‍👧 ☺️ 👍🏽‍♀️';", "src/a.js"],
  ["a formula", "const Δt = 1, μs = 2, ρ_air = 3;", "src/a.js"],
  ["another language", "// имя пользователя\nconst имя = 1;", "src/a.js"],
  ["a byte order mark", "\ufefflet a = 1;", "src/a.js"],
  ["keys of emoji", "const keys = '#️⃣ 1️⃣ ❤️‍🔥 ⚠︎ 🏳️‍🌈';", "src/a.js"],
  ["a family in data", '{ "family": "👨‍👩‍👧" }', "package.json"],
  ["Russian words in data", "title: обновите React", "compose.yaml"],
  ["Persian prose on a page", "می\u200cخواهم", "docs/fa.html"],
  ["Persian words of a translation", "می\u200cخواهم", "l10n/fa.po"],
  ["those of one that is data", "می\u200cخواهم", "src/locales/fa/all.json"],
  ["those of a bundle", "می\u200cخواهم", "res/messages_fa.properties"],
  ["Persian prose", "می\u200cخواهم", "docs/fa.md"],
  ["Russian prose with Latin words", "обновите Reactа", "README.ru.md"],
])("takes %s [OUT-12]", (_what, after, path) => {
  expect(adds(after, path)).toBeNull();
});

it.each(["package.json", "lang/package.json", "data/fa.json", "compose.yaml", "action.yml", "log4j.properties"])(
  "refuses what nobody sees, and letters that look alike, in the data of %s [OUT-12]",
  (path) => {
    expect(adds('{ "a": "x\u200b" }', path)).toBe("line 1 holds characters that nobody sees, which the base does not");
    expect(adds("image: nodе", path)).toMatch(/^line 1 mixes letters of two alphabets that look alike/);
  },
);

it("refuses bytes that an emoji carries in prose too [OUT-12]", () => {
  expect(adds("a\ufe0f\ufe0e\ufe0f", "README.md")).toBe("line 1 holds characters that nobody sees, which the base does not");
  expect(adds("☺️ fine ✔︎", "README.md")).toBeNull();
});

it.each([
  `ghp_${random(36)}`,
  `sk-ant-api03-${random(80)}`,
  `AKIA${"Q7ZX2LM9KD4VB8RN"}`,
  `-----BEGIN PRIVATE KEY-----\n${random(64)}\n-----END PRIVATE KEY-----`,
])("refuses a file that adds a secret: %s [OUT-03]", (secret) => {
  expect(adds(`TOKEN=${secret}`, ".env")).toBe("it adds what looks like a secret, a token or a private key");
  expect(adds(`a\nTOKEN=${secret}`, ".env", `TOKEN=${secret}`)).toBeNull();
});

it.each(["AKIAIOSFODNN7EXAMPLE", `ghp_${"a".repeat(36)}`, `sk-test-${random(40)}`, `ghp_${"x".repeat(36)}`, "npm ci"])(
  "takes a token that is none: %s [OUT-03]",
  (text) => {
    expect(adds(text)).toBeNull();
  },
);

/** As real ones are, and each holds by chance what examples hold. */
it.each<[what: string, token: string]>([
  ["GitHub", `ghp_${"k3Qz"}${"Test"}${"9vLmX2rTb7Wd4HsYc8NfJa1Pe5Gq"}`],
  ["GitHub, in capitals", `ghp_${"B7mKq2"}${"FAKE"}${"x9LrT4vWz8NcH3sYd6JfPa1G5e"}`],
  ["GitHub, installed", `ghs_${"4471"}_${"eyJhbGciOiJSUzI1NiJ9"}.${"pQ7z"}${"your"}${"K2mX9vLr"}.${"T4bWd8HsYc3NfJa6Pe1Gq"}`],
  ["Anthropic", `sk-ant-api03-${"Zk4Rw9"}${"tEst"}${"Lq7Xv2Bm8Hd_Ty3Nf6-Jc1Gp5Sa0We"}`],
  ["Anthropic, where a part begins with it", `sk-ant-api03-${"Zk4Rw9Lq7Xv2Bm8Hd"}-${"test"}${"Ty3Nf6Jc1Gp5Sa0We"}`],
  ["Amazon", `AKIA${"Q7ZX"}${"TEST"}${"D4VB8RN2"}`],
  ["npm", `npm_${"h8Kv3Zq"}${"xXxx"}${"R5tYw2Lm9Dc7Bn4Fs6Ja1Ge"}`],
  ["a private key", `-----BEGIN PRIVATE KEY-----\nMIIEvQ/${"test"}${"9Kq+Lr4"}\n${"fake"}Zx7Wm2Vb8Hd\n-----END PRIVATE KEY-----`],
])("refuses a token that holds the word of an example by chance: %s [OUT-03]", (_what, token) => {
  expect(adds(`const key = "${token}";`)).toBe("it adds what looks like a secret, a token or a private key");
});

it.each([
  `ghp_${"example"}${random(30)}`,
  `ghp_${"test"}${random(32)}`,
  `ghp_${"abcdefghijklmnopqrstuvwxyz"}${"1234567890"}`,
  `ghp_${random(20)}${"x".repeat(16)}`,
  `github_pat_${"fake"}${random(40)}`,
  `sk_${"test"}_${random(24)}`,
  `sk-proj-${"your"}-key-${random(24)}`,
  `sk-ant-api03-${"this-is-a-test-key"}-${random(30)}`,
  `xoxb-${"123456789012"}-${"your"}-token-${random(20)}`,
  `-----BEGIN PRIVATE KEY-----\n${"fake"}\n${random(40)}\n-----END PRIVATE KEY-----`,
  `-----BEGIN RSA PRIVATE KEY-----\n${"placeholder"}${random(40)}\n-----END RSA PRIVATE KEY-----`,
])("takes one that says that it is none: %s [OUT-03]", (token) => {
  expect(adds(`const key = "${token}";`)).toBeNull();
});

it("leaves what the base has", () => {
  expect(adds("a\u200bb\nnew", "src/a.js", "a\u200bb")).toBeNull();
});
