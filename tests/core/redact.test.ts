import fc from "fast-check";
import { expect, it } from "vitest";
import { redactor } from "#core/redact.ts";

const key = (length: number) => "aB3".repeat(length).slice(0, length);

it.each([
  `ghp_${key(36)}`,
  `ghs_${key(36)}`,
  `github_pat_${key(40)}`,
  `glpat-${key(20)}`,
  `npm_${key(36)}`,
  `sk-ant-api03-${key(40)}`,
  `sk-proj-${key(40)}`,
  `xoxb-${key(24)}`,
  `AIza${key(35)}`,
  `AKIA${"Z".repeat(16)}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${key(64)}\n-----END RSA PRIVATE KEY-----`,
  `-----BEGIN PRIVATE KEY-----\n${key(64)}`,
])("hides what looks like a secret: %s [M3.04]", (secret) => {
  expect(redactor([])(`before ${secret}`)).toBe("before [hidden]");
});

it("hides passwords in headers and addresses, and leaves the rest of them [M3.04]", () => {
  const redact = redactor([]);
  expect(redact(`Authorization: Bearer ${key(30)}\nok`)).toBe("Authorization: Bearer [hidden]\nok");
  expect(redact("git clone https://bot:hunter2@example.org/a.git")).toBe("git clone https://bot:[hidden]@example.org/a.git");
  expect(redact("https://example.org:8080/a@b, sk-learn, a token of thanks")).toBe(
    "https://example.org:8080/a@b, sk-learn, a token of thanks",
  );
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
