/** The door for webhooks: what is signed comes in as it is, and of everything else nothing is read. */
import { createHmac } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { type ByteFlow, byteFlowOf } from "../../../bot/server/byte-flow.ts";
import { byteBudgetOf } from "../../../bot/server/held-body.ts";
import { aDoor, headersFor, hook, OLD, SECRET, send, signatureOf } from "./hooks.ts";

const LABELED = JSON.stringify({ action: "labeled", issue: { number: 7 } });

it("takes a body that is signed, once, as it was sent [WH-02]", async () => {
  const { port, taken, warned } = await aDoor();
  expect(await hook(port, LABELED)).toEqual({ status: 200, said: "ok" });
  expect(taken).toEqual([
    { id: "11111111-2222-3333-4444-555555555555", name: "issues", payload: { action: "labeled", issue: { number: 7 } } },
  ]);
  expect(warned).toEqual([]);
});

it("refuses a body of which one byte is another, and parses nothing of it [WH-03]", async () => {
  const { port, taken, warned } = await aDoor();
  for (const body of [LABELED.replace("7", "8"), `${LABELED} `, "{ no JSON at all"])
    expect((await hook(port, body, { "x-hub-signature-256": signatureOf(LABELED) })).status).toBe(400);
  expect(taken).toEqual([]);
  expect(new Set(warned)).toEqual(
    new Set(["webhook 11111111-2222-3333-4444-555555555555 was refused: the signature is not that of the body and our secret"]),
  );
});

it("does not take the older signature for one [WH-04]", async () => {
  const { port, taken } = await aDoor();
  const sha1 = `sha1=${createHmac("sha1", SECRET).update(LABELED).digest("hex")}`;
  expect((await hook(port, LABELED, { "x-hub-signature": sha1, "x-hub-signature-256": undefined })).status).toBe(400);
  expect((await hook(port, LABELED, { "x-hub-signature-256": sha1 })).status).toBe(400);
  expect(taken).toEqual([]);
});

const RIGHT = signatureOf(LABELED);

it.each([
  { what: "a digit too few", signature: RIGHT.slice(0, -1) },
  { what: "a digit too many", signature: `${RIGHT}0` },
  { what: "capitals", signature: `sha256=${RIGHT.slice(7).toUpperCase()}` },
  { what: "no hexadecimal", signature: `sha256=${"z".repeat(64)}` },
  { what: "nothing", signature: "" },
  { what: "no algorithm", signature: RIGHT.slice(7) },
  { what: "another algorithm", signature: RIGHT.replace("sha256", "sha512") },
  { what: "the right one twice", signature: [RIGHT, RIGHT] },
  { what: "a wrong one before the right one", signature: [signatureOf("x"), RIGHT] },
])("refuses a signature that is $what, without falling over [WH-05]", async ({ signature }) => {
  const { port, taken } = await aDoor();
  expect((await hook(port, LABELED, { "x-hub-signature-256": signature })).status).toBe(400);
  expect(taken).toEqual([]);
  expect((await hook(port, LABELED)).status).toBe(200);
});

it("takes what the old secret signed as long as it is set, and not after [WH-06]", async () => {
  const old = { "x-hub-signature-256": signatureOf(LABELED, OLD) };
  const during = await aDoor({ secrets: [SECRET, OLD] });
  expect((await hook(during.port, LABELED, old)).status).toBe(200);
  expect((await hook(during.port, LABELED)).status).toBe(200);
  const after = await aDoor();
  expect((await hook(after.port, LABELED, old)).status).toBe(400);
  expect(after.taken).toEqual([]);
});

it("takes an event that has no action, and none of its name that has one", async () => {
  const { port, taken, ignored } = await aDoor();
  for (const body of ['{"state":"failure"}', '{"action":"x","state":"failure"}'])
    expect((await hook(port, body, { "x-github-event": "status" })).status).toBe(200);
  expect([taken.map(({ name }) => name), ignored()]).toEqual([["status"], 1]);
});

it.each([
  { what: "a letter as an escape", body: '{"action":"labeled","x":"\\u00e9"}', takes: { x: "é" } },
  { what: "the letter itself", body: '{"action":"labeled","x":"é"}', takes: { x: "é" } },
  { what: "other line ends", body: '{"action":"labeled",\r\n"x":1}\r\n', takes: { x: 1 } },
])("signs the bytes as they came: $what [WH-07]", async ({ body, takes }) => {
  const { port, taken } = await aDoor();
  expect((await hook(port, Buffer.from(body))).status).toBe(200);
  expect(taken[0]?.payload).toMatchObject(takes);
  // The same value, written otherwise, has another signature.
  const other = JSON.stringify(JSON.parse(body), null, 1);
  expect((await hook(port, other, { "x-hub-signature-256": signatureOf(body) })).status).toBe(400);
  expect(taken).toHaveLength(1);
});

it.each([
  '{"action":"created","action":"labeled"}',
  '{"action":"labeled","issue":{"number":1,"number":2}}',
  '{"action":"labeled","sender":{"id":1},"sender":{"id":2}}',
  '{"action":"labeled","\\u0061ction":"deleted"}',
  '{"action":"labeled","list":[{"a":1},{"a":1,"b":{"c":[{"d":1,"d":2}]}}]}',
])("refuses a body that says a thing twice: %s [WH-07]", async (body) => {
  const { port, taken } = await aDoor();
  expect(await hook(port, body)).toMatchObject({ status: 400, said: expect.stringContaining("twice in one object") });
  expect(taken).toEqual([]);
});

it("takes no form, whatever is in it [WH-08]", async () => {
  const { port, taken } = await aDoor();
  const body = `payload=${encodeURIComponent(LABELED)}`;
  for (const type of ["application/x-www-form-urlencoded", "text/plain", "application/jsonp", undefined])
    expect((await hook(port, body, { "content-type": type })).status).toBe(415);
  expect(taken).toEqual([]);
});

it("answers 200 to a signed event that is none of ours, ignores it, and counts it [WH-10]", async () => {
  const { port, taken, warned, ignored } = await aDoor();
  for (const [event, body] of [
    ["deployment", LABELED],
    ["issues", JSON.stringify({ action: "pinned" })],
    ["issues", JSON.stringify({})],
    ["toString", LABELED],
  ] as const)
    expect(await hook(port, body, { "x-github-event": event })).toEqual({ status: 200, said: "ok" });
  expect([taken, warned, ignored()]).toEqual([[], [], 4]);
});

it("refuses what is larger than GitHub sends, however it is told, and reads no more of it [WH-20]", async () => {
  const { port, taken } = await aDoor();
  const large = "x".repeat(5_000);
  const told = { ...headersFor(large), "content-length": "5000" };
  expect((await send(port, told, [large.slice(0, 10), null])).status).toBe(413);
  const chunked = { ...headersFor(large), "transfer-encoding": "chunked" };
  expect((await send(port, chunked, [large, null])).status).toBe(413);
  expect(taken).toEqual([]);
});

it("waits no longer than its patience for a body that is less than was said, or never ends [WH-20]", async () => {
  const { port, taken } = await aDoor({
    bounds: { largest: 4_000, kept: 2_000, ms: 50, unverified: byteBudgetOf(2 ** 20), flow: byteFlowOf(2 ** 30) },
  });
  const less = { ...headersFor(LABELED), "content-length": "2000" };
  expect((await send(port, less, [LABELED, null])).status).toBe(408);
  const chunked = { ...headersFor(LABELED), "transfer-encoding": "chunked" };
  expect((await send(port, chunked, [...Array(100).fill(" "), null], { pause: 20 })).status).toBe(408);
  expect(taken).toEqual([]);
  expect((await hook(port, LABELED)).status).toBe(200);
});

it("holds no more bytes for all unsigned senders together than its budget, and takes the next webhook when they are gone [WH-26]", async () => {
  const bounds = { largest: 4_000, kept: 2_000, ms: 500, unverified: byteBudgetOf(3_500), flow: byteFlowOf(2 ** 30) };
  const { port, taken } = await aDoor({ bounds });
  const endless = { ...headersFor(LABELED), "content-length": "2000" };
  const statuses = await Promise.all(Array.from({ length: 6 }, () => send(port, endless, ["x".repeat(1_500), null])));
  expect(statuses.map(({ status }) => status).sort()).toEqual([408, 408, 503, 503, 503, 503]);
  expect(taken).toEqual([]);
  expect((await hook(port, LABELED)).status).toBe(200);
  // What was held is all given back, whatever came of it.
  expect(bounds.unverified.take(3_500)).toBe(true);
});

it("reads what follows a first part no faster than its flow, and a webhook in one part at once [WH-26]", async () => {
  const passed: number[] = [];
  const flow = (wait: number): ByteFlow => ({
    pass: (bytes) => {
      passed.push(bytes);
      return wait;
    },
  });
  const bounds = { largest: 4_000, kept: 2_000, ms: 500, unverified: byteBudgetOf(2 ** 20) };
  const parts = [" ".repeat(100), " ".repeat(200), "{}"];
  const headers = headersFor(parts.join(""));
  const quick = await aDoor({ bounds: { ...bounds, flow: flow(1) } });
  expect((await send(quick.port, headers, parts, { pause: 20 })).status).toBe(200);
  expect(passed.reduce((sum, bytes) => sum + bytes, 0)).toBe(202);
  const shut = await aDoor({ bounds: { ...bounds, flow: flow(60_000) } });
  passed.length = 0;
  expect((await send(shut.port, headers, [...parts.slice(0, 2), null], { pause: 20 })).status).toBe(408);
  expect(passed).toHaveLength(1);
  expect((await hook(shut.port, LABELED)).status).toBe(200);
  expect(passed).toHaveLength(1);
});

it("forgets a body that breaks off, and takes the next one [WH-20]", async () => {
  const { port, taken, warned } = await aDoor();
  const half = { ...headersFor(LABELED), "content-length": "2000" };
  const broken = request({ port, host: "127.0.0.1", path: "/api/github/webhooks", method: "POST", headers: half }).on(
    "error",
    () => undefined,
  );
  broken.write(LABELED, () => broken.destroy());
  await expect.poll(() => warned).toEqual([expect.stringContaining("was refused: the body broke off")]);
  expect(taken).toEqual([]);
  expect((await hook(port, LABELED)).status).toBe(200);
});

it("puts the parts of a body together in their order", async () => {
  const { port, taken } = await aDoor();
  const parts = ['{"action":', '"labeled",', '"x":1}'];
  expect((await send(port, headersFor(parts.join("")), parts, { pause: 20 })).status).toBe(200);
  expect(taken[0]?.payload).toEqual({ action: "labeled", x: 1 });
});

it("takes only as much as was said to come, and what is behind it is no webhook [WH-20]", async () => {
  const { port, taken } = await aDoor();
  const head = Object.entries({ ...headersFor(LABELED), "content-length": `${LABELED.length}`, host: "x" });
  const raw = `POST /api/github/webhooks HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${String(value)}`).join("\r\n")}\r\n\r\n`;
  const said = await new Promise<string>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${raw}${LABELED}{"action":"labeled"}`));
    let text = "";
    socket.on("data", (part) => (text += part.toString())).on("close", () => resolve(text));
  });
  expect(said).toContain("400 Bad Request");
  expect(taken.length).toBeLessThan(2);
});

it("refuses a signed body that is larger than any event of ours, unread, with one line [WH-24]", async () => {
  const { port, taken, warned } = await aDoor();
  const body = JSON.stringify({ action: "labeled", issue: { labels: Array(100).fill({ name: "a label of many" }) } });
  expect(body.length).toBeGreaterThan(2_000);
  expect(await hook(port, body)).toEqual({ status: 413, said: "an event of ours has at most 2000 bytes" });
  expect([taken, warned.length]).toEqual([[], 1]);
});

it("is one page: another path is not its business, another method is refused", async () => {
  const { port, taken } = await aDoor();
  expect((await send(port, headersFor(LABELED), [LABELED], { path: "/api/github/hooks" })).said).toBe("another page");
  expect((await send(port, headersFor(LABELED), [LABELED], { method: "PUT" })).status).toBe(404);
  expect((await send(port, headersFor(LABELED), [LABELED], { path: "/api/github/webhooks/?a=b" })).status).toBe(200);
  expect(taken).toHaveLength(1);
});

it("says that it could not keep a webhook, so that GitHub shows it as not delivered [WH-19]", async () => {
  const { port, warned } = await aDoor({ receive: () => Promise.reject(new Error("the queue is away")) });
  expect(await hook(port, LABELED)).toEqual({ status: 500, said: "the queue is away" });
  expect(warned).toEqual(["webhook 11111111-2222-3333-4444-555555555555 was refused: the queue is away"]);
});
