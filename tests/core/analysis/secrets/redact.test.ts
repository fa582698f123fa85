import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapTexts, redactor, secretGuardOver, secretHider, textsIn } from "#core/analysis/secrets/redact.ts";

const key = (length: number) => "aB3".repeat(length).slice(0, length);
const jwt = `eyJ${key(33)}.eyJ${key(200)}.${key(86)}`;

/** Tokens of others, by their shapes. Written so that no scanner takes this file for a leak. */
const FOREIGN: readonly string[] = [
  `ghp_${key(36)}`,
  `gho_${key(36)}`,
  `ghu_${key(36)}`,
  `ghr_${key(76)}`,
  `ghs_${key(36)}`,
  `ghs_1234567_${jwt}`,
  `github_pat_${key(40)}`,
  `glpat-${key(20)}`,
  `npm_${key(36)}`,
  `pypi-${key(60)}`,
  `hf_${key(34)}`,
  `dckr_pat_${key(27)}`,
  `sk-ant-api03-${key(40)}`,
  `sk-proj-${key(40)}`,
  `xoxb-${key(24)}`,
  `xapp-1-${key(24)}`,
  `AIza${key(35)}`,
  `ya29.${key(60)}`,
  `1//0${key(40)}`,
  `GOCSPX-${key(28)}`,
  `AKIA${"Z".repeat(16)}`,
  `ASIA${"Z".repeat(16)}`,
  `sk_live_${key(24)}`,
  `rk_test_${key(24)}`,
  `whsec_${key(32)}`,
  `SG.${key(22)}.${key(43)}`,
  `dop_v1_${"0f".repeat(32)}`,
  `AGE-SECRET-KEY-1${"Q".repeat(58)}`,
  jwt,
  `-----BEGIN RSA PRIVATE KEY-----\n${key(64)}\n-----END RSA PRIVATE KEY-----`,
  `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1-2\n\n${key(64)}\n-----END PGP PRIVATE KEY BLOCK-----`,
  `-----BEGIN PRIVATE KEY-----\n${key(64)}`,
];

it.each(FOREIGN)("hides what looks like a secret: %s [M3.04, OUT-01]", (secret) => {
  const { hide, containsOwn } = secretGuardOver([]);
  expect(hide(`before ${secret}`)).toBe("before [hidden]");
  expect(hide(`\u001b[31m${secret}`)).toBe("\u001b[31m[hidden]");
  expect(hide(JSON.stringify({ a: secret }))).not.toContain(key(16));
  expect(containsOwn(secret)).toBe(false);
});

it.each([
  ["a header", `Authorization: Bearer ${key(30)}\nok`, "Authorization: Bearer [hidden]\nok"],
  ["an address", "git clone https://bot:hunter2@example.org/a.git", "git clone https://bot:[hidden]@example.org/a.git"],
  ["an address whose parts are alike", "https://a:a@example.org", "https://a:[hidden]@example.org"],
  [
    "Azure's signature",
    `https://x.blob.core.windows.net/a?sv=1&sig=${key(40)}%3D&se=1`,
    "https://x.blob.core.windows.net/a?sv=1&sig=[hidden]&se=1",
  ],
  ["Azure's key", `AccountName=a;AccountKey=${key(86)}==;`, "AccountName=a;AccountKey=[hidden];"],
  ["Amazon's secret", `aws_secret_access_key = ${key(40)}`, "aws_secret_access_key = [hidden]"],
  ["Slack's hook", `https://hooks.slack.com/services/T0/B0/${key(24)}`, "https://hooks.slack.com/services/[hidden]"],
  ["Discord's hook", `https://discord.com/api/webhooks/123456/${key(24)}`, "https://discord.com/api/webhooks/[hidden]"],
])("hides the secret within %s, and leaves the rest of it [M3.04, OUT-01]", (_what, text, left) => {
  expect(redactor([])(text)).toBe(left);
});

it.each([
  "https://example.org:8080/a@b, sk-learn, a token of thanks",
  "risk-averse task-runners-and-other-words, disk-usage-of-the-machine",
  "-----BEGIN CERTIFICATE-----",
  "the constant eyJhbGciOiJIUzI1NiJ9 alone, AKIA, AIza, ghp_",
  "0123456789abcdef".repeat(4),
])("leaves words alone: %s [M3.04]", (text) => {
  expect(redactor(["secret-1"])(text)).toBe(text);
});

const OWN = "sk-own/9f8e7d6c5b4a+3f2e1d0c.AbCdEfGh?IjKl";
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Ways in which a model or a command may write a secret that it got hold of. */
const WRITTEN: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  "in base64": base64,
  "in base64, one byte before it": (secret) => base64(`x${secret}y`),
  "in base64, two bytes before it": (secret) => base64(`xy${secret}z`),
  "in base64 of addresses": (secret) => Buffer.from(secret).toString("base64url"),
  "in base64, in lines": (secret) => base64(secret).replace(/.{16}/g, "$&\n"),
  "in small hexadecimal digits": (secret) => Buffer.from(secret).toString("hex"),
  "in large hexadecimal digits": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  "in hexadecimal digits by twos": (secret) => Buffer.from(secret).toString("hex").replace(/../g, "$& "),
  "for an address": encodeURIComponent,
  "for an address, every byte": (secret) => Buffer.from(secret).toString("hex").replace(/../g, "%$&"),
  "in JSON": (secret) => JSON.stringify(JSON.stringify(`${secret}"`)),
  reversed: (secret) => [...secret].reverse().join(""),
  "in base64, reversed": (secret) => base64([...secret].reverse().join("")),
  "without its first seven letters": (secret) => secret.slice(7),
  "without its first seven letters, in base64": (secret) => base64(secret.slice(7)),
  "in two halves": (secret) => `${secret.slice(0, 21)} and then ${secret.slice(21)}`,
  "by a line end": (secret) => `${secret.slice(0, 9)}\n${secret.slice(9)}`,
  "by a line end of JSON": (secret) => `${secret.slice(0, 9)}\\n${secret.slice(9)}`,
  "by spaces": (secret) => [...secret].join(" "),
  "by a colour": (secret) => `\u001b[1m${secret.slice(0, 9)}\u001b[0m${secret.slice(9)}`,
  "by characters that are not drawn": (secret) => [...secret].join("\u200b"),
  "by HTML's empty comment": (secret) => secret.replace("/", "/<!-- -->"),
  "all in letters as HTML writes them": (secret) => [...secret].map((sign) => `&#${sign.charCodeAt(0)};`).join(""),
  "with letters as HTML writes them": (secret) => secret.replace(/[-+?]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace("/", "&#x2F;"),
};

/** Whether any twelve letters of it are left to be read off. */
const leaks = (text: string, secret: string) =>
  [...secret].some((_, at) => at + 12 <= secret.length && text.includes(secret.slice(at, at + 12)));

describe("a secret of ours [OUT-01]", () => {
  it.each(Object.entries(WRITTEN))("is found and hidden %s [OUT-01]", (_how, write) => {
    const { hide, containsOwn } = secretGuardOver(["", "other-secret", OWN]);
    const written = write(OWN);
    const text = `before ${written} after`;
    expect(containsOwn(text)).toBe(true);
    expect(hide(text)).toMatch(/^before .*\[hidden\].* after$/s);
    expect(leaks(hide(text), written)).toBe(false);
    expect(hide(hide(text))).toBe(hide(text));
  });

  it("is a key of many lines too, however its lines end", () => {
    const pem = `-----BEGIN X-----\n${key(64)}\n${key(40)}\n-----END X-----\n`;
    const { containsOwn } = secretGuardOver([pem]);
    for (const text of [pem, pem.replaceAll("\n", "\r\n"), JSON.stringify(pem), pem.replaceAll("\n", "")])
      expect(containsOwn(text)).toBe(true);
  });

  it("is not seen where there is none, and a short word is none", () => {
    const { hide, containsOwn } = secretGuardOver([OWN, "abc", "     "]);
    const text = "abc sk-own &#0; &#x1f600; own/9f8e      words";
    expect(containsOwn(text)).toBe(false);
    expect(hide(text)).toBe(text);
  });
});

it("hides the secrets that it is given, wherever they stand, the longest first, and no word [M3.04]", () => {
  const redact = redactor(["", "abc", "secret-1", "secret-1-long"]);
  expect(redact("abc secret-1-long xsecret-1x")).toBe("abc [hidden] x[hidden]x");
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[A-Z]{6,12}$/), fc.string(), (before, secret, after) => {
      const hidden = redactor([secret])(`${before}${secret}${after}`);
      expect(hidden).not.toContain(secret);
      expect(hidden).toContain("[hidden]");
    }),
  );
});

it("hides given secrets alone in text that comes back, and what only looks like one stays", () => {
  const token = `ghp_${"a".repeat(36)}`;
  expect(secretHider(["correct horse battery"])(`${token} correct horse battery`)).toBe(`${token} [hidden]`);
});

it("reaches every text of a value as JSON has it, and nothing else", () => {
  const value = { a: "x", list: ["y", 1, null, { b: "z", c: true }] };
  expect(mapTexts(value, (text) => text.toUpperCase())).toEqual({ a: "X", list: ["Y", 1, null, { b: "Z", c: true }] });
  expect(textsIn(value)).toEqual(["x", "y", "z"]);
});
