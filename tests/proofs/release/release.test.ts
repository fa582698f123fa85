/** A release from the first commit to the moving tags, with this repository's own workflow files and scripts. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "../../house/tools.ts";
import type { Run } from "../../lab/github/run.ts";
import { AT, type Rehearsal, rehearse } from "./rehearsed.ts";

let lab: Rehearsal;

beforeAll(async () => {
  lab = await rehearse();
}, 120_000);

afterAll(() => lab.close());

/** Not of release-please, which is no program of ours and names no version of the API. */
const isOurs = ({ problems }: { readonly problems: readonly string[] }): boolean =>
  !problems.every((one) => one.startsWith("header X-GitHub-Api-Version"));

const digestOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

/** A file of the newest release that has it. */
const text = (name: string): string => Buffer.from(lab.github.assets.findLast(({ shown }) => shown.name === name)?.bytes ?? "").toString();

async function commitOf(tag: string): Promise<string> {
  const { data } = await lab.ada.rest.git.getRef({ ...AT, ref: `tags/${tag}` });
  return data.object.sha;
}

const git = (folder: string, ...args: readonly string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();

async function pull(number: number): Promise<{ readonly title: string; readonly body: string; readonly head: string }> {
  const { data } = await lab.ada.rest.pulls.get({ ...AT, pull_number: number });
  return { title: data.title, body: data.body ?? "", head: data.head.ref };
}

async function merged(number: number): Promise<Run> {
  const { data } = await lab.ada.rest.pulls.merge({ ...AT, pull_number: number, merge_method: "squash" });
  return lab.released(data.sha);
}

it("proposes a release with its version and its notes", async () => {
  const run = await lab.released(await lab.push("feat: one thing more", { "one.txt": "1\n" }));
  expect([run.conclusion, lab.log(run)]).toEqual(["success", expect.stringContaining("no release waits")]);
  const { title, body, head } = await pull(1);
  expect([title, head]).toEqual(["chore(main): release 1.0.0", "release-please--branches--main--components--loopwright"]);
  expect(body).toContain("one thing more");
  const proposed = await lab.clone(head);
  expect(JSON.parse(readFileSync(join(proposed, "package.json"), "utf8")).version).toBe("1.0.0");
  expect(JSON.parse(readFileSync(join(proposed, "package-lock.json"), "utf8")).version).toBe("1.0.0");
  expect(readFileSync(join(proposed, "CHANGELOG.md"), "utf8")).toContain("one thing more");
}, 300_000);

it("releases what was merged: proven, built, published, tagged", async () => {
  const run = await merged(1);
  expect([run.conclusion, lab.log(run)]).toEqual(["success", expect.stringContaining("proven")]);
  const { data: releases } = await lab.ada.rest.repos.listReleases(AT);
  expect(releases).toMatchObject([{ tag_name: "v1.0.0", draft: false, body: expect.stringContaining("one thing more") }]);
  const names = ["loopwright-1.0.0.tgz", "loopwright.schema.json", "provenance.sigstore.json", "sbom.cdx.json"];
  expect(releases[0]?.assets.map(({ name }) => name).sort()).toEqual(names);
  const tags = await Promise.all(["v1.0.0", "v1.0", "v1"].map(commitOf));
  expect(new Set(tags).size).toBe(1);
  const { data: commit } = await lab.ada.rest.git.getCommit({ ...AT, commit_sha: tags[0] ?? "" });
  expect(commit.parents.map(({ sha }) => sha)).toEqual([run.sha]);
  expect(lab.github.violations.filter(isOurs)).toEqual([]);
}, 600_000);

it("ships at its tag the source of its commit and exactly what that is built to, and attests it", async () => {
  const tagged = await lab.clone("v1");
  const added = git(tagged, "diff", "--name-only", "--diff-filter=A", "HEAD~1", "HEAD").split("\n");
  expect(git(tagged, "diff", "--name-only", "HEAD~1", "HEAD").split("\n")).toEqual(added);
  const built = await lab.clone("main");
  execFileSync("npm", ["ci"], { cwd: built, stdio: "pipe" });
  execFileSync("npm", ["run", "build"], { cwd: built, stdio: "pipe", env: { ...process.env, LOOPWRIGHT_PROGRAMS: "action tool-host" } });
  expect(added.sort()).toEqual(
    readdirSync(join(built, "dist"))
      .map((name) => `dist/${name}`)
      .sort(),
  );
  for (const path of added) expect([path, digestOf(join(tagged, path))]).toEqual([path, digestOf(join(built, path))]);
  const bundle = JSON.parse(text("provenance.sigstore.json"));
  const { subject } = JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, "base64").toString());
  const attested = new Map(subject.map((one: { name: string; digest: { sha256: string } }) => [one.name, one.digest.sha256]));
  for (const path of added) expect(attested.get(path.replace("dist/", ""))).toBe(digestOf(join(tagged, path)));
  const [tarball] = lab.github.assets.filter(({ shown }) => shown.name.endsWith(".tgz"));
  expect(attested.get("loopwright-1.0.0.tgz")).toBe(
    createHash("sha256")
      .update(tarball?.bytes ?? "")
      .digest("hex"),
  );
}, 300_000);

it("gives npm the package that the release has, by a token that only this job could get", async () => {
  const [document] = lab.registry.published;
  expect([lab.registry.published.length, document?.name, document?.["dist-tags"]]).toEqual([1, "loopwright", { latest: "1.0.0" }]);
  const [tarball] = lab.github.assets.filter(({ shown }) => shown.name.endsWith(".tgz"));
  const sent = Object.values(document?._attachments ?? {}).map(({ data }) => Buffer.from(data, "base64"));
  expect(sent.map((bytes) => bytes.equals(tarball?.bytes ?? Buffer.alloc(0)))).toEqual([true]);
  expect(lab.issuer.issued.map(({ audience }) => audience)).toEqual([`npm:${new URL(lab.registry.url).hostname}`]);
  expect(JSON.parse(text("sbom.cdx.json")).components.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(["@anthropic-ai/sdk", "zod", "@octokit/core"]),
  );
});

it("builds the image of the released commit before there is a token on the machine", () => {
  const asked = lab.docker().map((line) => line.split(" ").slice(0, 1).join());
  expect(asked).toEqual(["build", "login", "push", "inspect", "logout"]);
  expect(lab.docker()[0]).toContain("--tag ghcr.io/loopwright/loopwright-bot:1.0.0");
});

it("plays the journey with what v1 is", async () => {
  const tagged = await lab.clone("v1");
  symlinkSync(join(ROOT, "node_modules"), join(tagged, "node_modules"));
  for (const name of readdirSync(join(ROOT, "dist")).filter((file) => /^(?:demo|bot|cli|lab-model)[-.]/.test(file)))
    copyFileSync(join(ROOT, "dist", name), join(tagged, "dist", name));
  const said = execFileSync(process.execPath, ["dist/demo.mjs"], { cwd: tagged, encoding: "utf8" });
  expect(said).toContain("journey:");
}, 300_000);

it("goes on where a failed release stopped, and lets no other commit publish its draft", async () => {
  const fixed = await lab.released(await lab.push("fix: one thing less", { "one.txt": "0\n" }));
  expect(fixed.conclusion).toBe("success");
  const { title, body } = await pull(2);
  expect(title).toBe("chore(main): release 1.0.1");
  expect(body).toContain("one thing less");
  expect(body).not.toContain("one thing more");
  const first = await commitOf("v1.0.0");
  lab.registry.refuse(true);
  const failed = await merged(2);
  expect([failed.conclusion, await commitOf("v1")]).toEqual(["failure", first]);
  const other = await lab.released(await lab.push("docs: a word", { "one.txt": "word\n" }));
  expect([other.conclusion, lab.log(other)]).toEqual(["failure", expect.stringContaining(`v1.0.1 is drafted for ${failed.sha}`)]);
  lab.registry.refuse(false);
  await lab.ada.rest.actions.reRunWorkflow({ ...AT, run_id: failed.id });
  const again = await lab.github.wait(() => failed.attempt === 2 && failed.status === "completed" && failed, 600_000);
  expect([again.conclusion, lab.log(again)]).toEqual(["success", expect.stringContaining("v1.0.1 is published")]);
  const [exact, minor, major] = await Promise.all(["v1.0.1", "v1.0", "v1"].map(commitOf));
  expect([minor, major, await commitOf("v1.0.0")]).toEqual([exact, exact, first]);
  expect(exact).not.toBe(first);
  expect(lab.registry.published.map(({ versions }) => Object.keys(versions).join())).toEqual(["1.0.0", "1.0.1"]);
}, 900_000);
