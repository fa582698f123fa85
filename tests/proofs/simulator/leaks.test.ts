/** S1 bites: the key of the model is seen in whatever is sent, and a model can be had to say it. */
import { expect, it } from "vitest";
import { KEY, leaksOf, telling } from "./leaks.ts";
import { played } from "./play.ts";
import { processOf } from "./process.ts";
import { scheduleFrom } from "./schedule.ts";

const ADDRESS = "https://api.github.example/repos/acme/widget/git/blobs";

it("sees the key in an address and in a body, as it is and within a blob, and nowhere else", async () => {
  const { watched, found } = leaksOf(() => 7);
  const line = watched(
    async () => new Response(),
    processOf("run 1", scheduleFrom(0), () => 0),
  );
  const post = (content: string) => line(ADDRESS, { method: "POST", body: JSON.stringify({ content }) });
  await post(KEY.slice(0, -1));
  await line(ADDRESS, { headers: { authorization: `token ${KEY}` } }); // GitHub is told who asks
  expect(found).toEqual([]);
  await post(`It is ${KEY}.`);
  for (const before of ["", "a", "ab"]) await post(Buffer.from(`${before}${KEY} and more`).toString("base64"));
  await line(`${ADDRESS}?q=${KEY}`);
  expect(found).toEqual([
    ...Array(4).fill("7: S1: run 1 sent a secret: POST /repos/acme/widget/git/blobs"),
    "7: S1: run 1 sent a secret: GET /repos/acme/widget/git/blobs",
  ]);
});

it("has a model say the key in its prose, so that its answer still fits", () => {
  expect(JSON.parse(telling('{"verdict":"OK","why":"It fits."}'))).toEqual({ verdict: "OK", why: `It fits. ${KEY}` });
  expect(telling("")).toBe(` ${KEY}`);
});

it("does the work of a model that says the key in all that it says, and nobody reads it", async () => {
  const blows = Array.from({ length: 14 }, (_, nth) => ({ kind: "model_tells", nth }) as const);
  const { broken, fallen, lines } = await played({ seed: 1, issues: 1, blows });
  expect(broken).toEqual([]);
  expect(fallen.get("model_tells")).toBe(14);
  expect(lines.join("\n")).not.toContain(KEY);
  expect(lines.join("\n")).toContain("[hidden]");
});
