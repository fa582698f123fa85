import fc from "fast-check";
import { expect, it } from "vitest";
import { parseSlash, type SlashCommand } from "#core/commands/parse-slash.ts";

const DIGEST = "3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2";

it.each<[string, SlashCommand]>([
  ["/approve", { kind: "approve", digest: null, stepwise: false }],
  [`/approve ${DIGEST}`, { kind: "approve", digest: DIGEST, stepwise: false }],
  [`/APPROVE \t ${DIGEST.toUpperCase()}`, { kind: "approve", digest: DIGEST, stepwise: false }],
  [`/Approve ${"a".repeat(64)}`, { kind: "approve", digest: "a".repeat(64), stepwise: false }],
  ["/stop", { kind: "stop", note: "" }],
  ["/STOP now please", { kind: "stop", note: "now please" }],
  ["/stop\ttab", { kind: "stop", note: "tab" }],
  ["/status", { kind: "status" }],
  ["/help", { kind: "help" }],
  ["/resume", { kind: "resume" }],
  ["/history", { kind: "history" }],
  ["/clean", { kind: "clean", confirmed: null }],
  ["/clean confirm \t split-20260101-000000", { kind: "clean", confirmed: "split-20260101-000000" }],
  ["/pause", { kind: "pause" }],
  ["/continue", { kind: "continue" }],
  ["/redirect use  the old name", { kind: "redirect", text: "use  the old name" }],
  ["/unblock it was asked for", { kind: "unblock", reason: "it was asked for" }],
  ["/approve step", { kind: "approve", digest: null, stepwise: true }],
  [`/approve ${DIGEST} STEP`, { kind: "approve", digest: DIGEST, stepwise: true }],
  [`/approve step\t${DIGEST}`, { kind: "approve", digest: DIGEST, stepwise: true }],
  ["/forget m-0123456789", { kind: "forget", id: "m-0123456789" }],
  ["/Forget \t M-0A23456789", { kind: "forget", id: "m-0a23456789" }],
])("reads %j [M1.01, CMD-01, CMD-11, CMD-16]", (line, command) => {
  expect(parseSlash(line)).toEqual({ command, named: false });
  expect(parseSlash(`/loop ${line.slice(1)}`)).toEqual({ command, named: true });
  expect(parseSlash(`/LOOP \t${line.slice(1)}`)).toEqual({ command, named: true });
});

it.each([
  // CMD-15
  "/approvex h",
  "/approve-all h",
  "//approve h",
  "https://x/approve h",
  "/usr/bin/approve",
  "/approve:",
  "/approve,",
  "/",
  "",
  "approve",
  "LGTM",
  "/loopy approve",
  "/loop/approve",
  "\\/approve",
  "`/approve x`",
  "`/approve` x",
  "&#47;approve",
  "/appro\u0432e",
  "/\u017ftop",
  "/constructor",
  "/__proto__",
])("takes %j for no command of ours [CMD-08, CMD-15]", (line) => {
  expect(parseSlash(line)).toBeNull();
});

it.each([
  // CMD-13, CMD-28
  ["/approve 3fa9c1d2e4b", "approve"],
  [`/approve ${"a".repeat(65)}`, "approve"],
  ["/approve zzzzzzzzzzzz", "approve"],
  ["/approve ３fa9c1d2e4b5", "approve"],
  ["/approve 3f\u0430 9c1d2e4b5", "approve"],
  [`/approve ${DIGEST} --model=x; rm -rf /`, "approve"],
  [`/approve ${DIGEST} $(id)`, "approve"],
  [`/approve ${DIGEST}\u200b`, "approve"],
  ["/resume --force", "resume"],
  ["/pause now", "pause"],
  ["/continue please", "continue"],
  ["/redirect", "redirect"],
  ["/unblock", "unblock"],
  ["/approve step step", "approve"],
  [`/approve ${DIGEST} ${DIGEST}`, "approve"],
  ["/forget", "forget"],
  ["/forget m-012345678", "forget"],
  ["/forget m-0123456789 and the rest", "forget"],
  ["/status of what", "status"],
  ["/help me", "help"],
  ["/history all", "history"],
  ["/clean all", "clean"],
  ["/clean confirm", "clean"],
  ["/clean confirm Split_1", "clean"],
  ["/clean confirm ../current", "clean"],
])("refuses the arguments of %j and says why [CMD-13, CMD-28]", (line, word) => {
  const slash = parseSlash(line);
  expect(slash?.command).toMatchObject({ kind: "malformed", word });
  expect(slash?.command).toHaveProperty("problem", expect.stringContaining(`/${word}`));
});

// CMD-14
it.each([
  ["/approve\u200B 3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2", "approve"],
  ["/appr\u00ADove", "approve"],
  ["\u202E/approve", "approve"],
  ["\uFEFF/stop", "stop"],
  ["/approve\u{E0061}\u{E0062}", "approve"],
  ["/stop\uFE0F", "stop"],
  ["/stop\u00A0now", "stop"],
  ["/loop\u200B stop", "stop"],
  ["/loop\u200B", "help"],
  ["/loop\u00A0", "help"],
])("calls %j malformed, for it holds what cannot be seen [CMD-14]", (line, word) => {
  expect(parseSlash(line)?.command).toEqual({ kind: "malformed", word, problem: expect.stringContaining("cannot be seen") });
});

it.each([
  ["/loop aprove", "aprove", "approve"],
  ["/loop stopp it", "stopp", "stop"],
  ["/loop HALP", "halp", "help"],
  ["/loop resum", "resum", "resume"],
  ["/loop state", "state", "status"],
  ["/loop app\u00ADrove", "approve", "approve"],
  ["/loop\u200B xyz", "xyz", "stop"],
  [`/loop ${"x".repeat(10_000)}`, "x".repeat(30), "approve"],
])("offers the nearest word for %.20s", (line, word, nearest) => {
  expect(parseSlash(line)?.command).toEqual({ kind: "unknown", word, nearest });
});

it.each(["/loop", "/LOOP", "/loop \t"])("takes our name alone, %j, for a request to begin", (line) => {
  expect(parseSlash(line)).toEqual({ command: { kind: "start" }, named: true });
});

it("cuts a note at 500 characters and never within one [C1.19]", () => {
  expect(parseSlash(`/stop ${"x".repeat(900)}`)?.command).toEqual({ kind: "stop", note: "x".repeat(500) });
  expect(parseSlash(`/stop ${"x".repeat(499)}😀`)?.command).toEqual({ kind: "stop", note: "x".repeat(499) });
});

it.each([
  ["/redirect", "Keep the name.\nAnd the test.", { kind: "redirect", text: "Keep the name.\nAnd the test." }],
  ["/loop redirect Two things:", "one\ntwo", { kind: "redirect", text: "Two things:\none\ntwo" }],
  ["/unblock", "I asked for it.", { kind: "unblock", reason: "I asked for it." }],
  ["/stop", "not this", { kind: "stop", note: "" }],
  [`/redirect ${"x".repeat(3000)}`, "", { kind: "redirect", text: "x".repeat(2000) }],
  [`/unblock ${"x".repeat(3000)}`, "", { kind: "unblock", reason: "x".repeat(500) }],
] as const)("takes with %.20s what stands below it, where the word takes a text [S2.08, C0.03]", (line, below, command) => {
  expect(parseSlash(line, below)?.command).toEqual(command);
});

it("hears only lines that begin with a slash, once what cannot be seen is taken out", () => {
  const pieces = fc.constantFrom("/", "approve", "stop", "loop", " ", "\t", "\u200b", "\u00a0", "a", "/approve", "Status", DIGEST, "😀");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const line = parts.join("");
      const heard = parseSlash(line);
      if (heard?.command.kind === "approve") expect(line).toMatch(/^(\/loop[ \t]+|\/)approve([ \t]+[0-9a-f]{32,64})?([ \t]+step)?[ \t]*$/i);
      if (heard !== null) expect(line.replace(/[\u200b\u00a0 \t]/g, "")).toMatch(/^\/(loop|approve|stop|status)/i);
    }),
    { numRuns: 20_000, seed: 7 },
  );
});
