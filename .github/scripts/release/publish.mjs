/**
 * Makes a drafted release one that can be used: a commit with what was built, its tag, the files, then the moving tags `v1` and `v1.2`.
 * Usage: node publish.mjs <folder with dist/ and release/>; reads TAG, PROVENANCE (the file that `actions/attest` wrote) and GITHUB_TOKEN.
 * Each step finds what an earlier try has left, so that a failed job may be run again.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { github, place, setting } from "./github.mjs";

const { git, repos } = github.rest;
const [folder = "."] = process.argv.slice(2);
const tag = setting("TAG");
const source = setting("GITHUB_SHA");

/** What an action is made of: `action.yml` names the first, the others lie beside it. */
const BUILT = /^(?:action|tool-host)(?:-[\w-]+)?\.(?:mjs|licences\.txt)$/;

const { data: releases } = await repos.listReleases({ ...place, per_page: 100 });
const release = releases.find(({ tag_name }) => tag_name === tag);
if (release === undefined) throw new Error(`there is no release ${tag}`);

const commit = (await commitOf(`tags/${tag}`)) ?? (await tagged());
const { data: made } = await git.getCommit({ ...place, commit_sha: commit });
if (made.parents.map(({ sha }) => sha).join() !== source) throw new Error(`${tag} stands on ${commit}, which was not made of ${source}`);
await uploadAll();
if (release.draft) await repos.updateRelease({ ...place, release_id: release.id, draft: false });
for (const name of moving()) await move(name);
console.log(`${tag} is published: ${commit}, made of ${source}`);

/** The commit of a ref without `refs/`; null where there is none. */
async function commitOf(ref) {
  try {
    return (await git.getRef({ ...place, ref })).data.object.sha;
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
}

/** GitHub signs a commit that is made by its API without an author: https://docs.github.com/authentication/managing-commit-signature-verification */
async function tagged() {
  const { data: base } = await git.getCommit({ ...place, commit_sha: source });
  const dist = join(folder, "dist");
  const tree = [];
  for (const name of readdirSync(dist).filter((name) => BUILT.test(name)).sort()) {
    const content = readFileSync(join(dist, name)).toString("base64");
    const { data: blob } = await git.createBlob({ ...place, content, encoding: "base64" });
    tree.push({ path: `dist/${name}`, mode: "100644", type: "blob", sha: blob.sha });
  }
  if (!tree.some(({ path }) => path === "dist/action.mjs")) throw new Error(`${dist} has no action.mjs`);
  const { data: whole } = await git.createTree({ ...place, base_tree: base.tree.sha, tree });
  const message = `chore(release): what ${tag} is built to\n\nMade of ${source} by its workflow Release.`;
  const { data } = await git.createCommit({ ...place, message, tree: whole.sha, parents: [source] });
  await git.createRef({ ...place, ref: `refs/tags/${tag}`, sha: data.sha });
  return data.sha;
}

async function uploadAll() {
  const files = readdirSync(join(folder, "release")).map((name) => [name, join(folder, "release", name)]);
  for (const [name, path] of [...files, ["provenance.sigstore.json", setting("PROVENANCE")]]) {
    const data = readFileSync(path);
    const there = release.assets.find((asset) => asset.name === name);
    if (there === undefined) {
      // An address with a place for the name: https://docs.github.com/rest/releases/assets#upload-a-release-asset
      const headers = { "content-type": "application/octet-stream" };
      await github.request({ method: "POST", url: release.upload_url, name, data, headers });
      continue;
    }
    const digest = `sha256:${createHash("sha256").update(data).digest("hex")}`;
    // What is signed again is another file each time.
    if (there.digest !== digest && !name.startsWith("provenance")) throw new Error(`${tag} has another ${name} already: ${there.digest}`);
  }
}

/** `v1` and `v1.2`, but for those that a later release has taken. */
function moving() {
  const version = semver.parse(tag);
  if (version === null) throw new Error(`${tag} is no version`);
  if (version.prerelease.length > 0) return [];
  const others = releases.filter(({ draft, prerelease }) => !draft && !prerelease).map(({ tag_name }) => semver.parse(tag_name));
  const latest = (within) => !others.some((other) => other !== null && within(other) && semver.gt(other, version));
  const { major, minor } = version;
  return [
    ...(latest((other) => other.major === major) ? [`v${major}`] : []),
    ...(latest((other) => other.major === major && other.minor === minor) ? [`v${major}.${minor}`] : []),
  ];
}

async function move(name) {
  const here = await commitOf(`tags/${name}`);
  if (here === null) await git.createRef({ ...place, ref: `refs/tags/${name}`, sha: commit });
  else if (here !== commit) await git.updateRef({ ...place, ref: `tags/${name}`, sha: commit, force: true });
}
