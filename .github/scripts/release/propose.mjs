/**
 * Keeps the pull request of the next release up to date; once it is merged, drafts the release. release-please knows what belongs into
 * it (https://github.com/googleapis/release-please). Says by the output `tag` which draft waits to be filled and published by this run.
 *
 * Reads GITHUB_TOKEN and what a runner sets. Run in a checkout with all history and tags. Doing it twice changes nothing more.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { GitHub, Manifest } from "release-please";
import { github, place, setting } from "./github.mjs";

const CONFIG = ".github/release-please-config.json";
const VERSIONS = ".github/.release-please-manifest.json";

const tag = await draftedTag();
if (tag === null) {
  const manifest = await manifestOf();
  await manifest.createReleases();
}
const waiting = tag ?? (await draftedTag());
// Between a draft and its tag nobody can say what the next release begins with.
if (waiting === null) await (await manifestOf()).createPullRequests();
appendFileSync(setting("GITHUB_OUTPUT"), `tag=${waiting ?? ""}\n`);
console.log(waiting === null ? "no release waits" : `${waiting} waits to be published`);

/** A release is published by the run of the commit that it was merged as: that one was proven. */
async function draftedTag() {
  const { data: releases } = await github.rest.repos.listReleases({ ...place, per_page: 100 });
  const draft = releases.find(({ draft }) => draft);
  if (draft === undefined) return null;
  const sha = setting("GITHUB_SHA");
  if (draft.target_commitish !== sha)
    throw new Error(
      `${draft.tag_name} is drafted for ${draft.target_commitish}, and this run is of ${sha}: run the workflow of that commit again, or delete the draft`,
    );
  return draft.tag_name;
}

async function manifestOf() {
  const scm = await GitHub.create({
    ...{ owner: place.owner, repo: place.repo, defaultBranch: "main", token: setting("GITHUB_TOKEN") },
    ...{ apiUrl: setting("GITHUB_API_URL"), graphqlUrl: setting("GITHUB_GRAPHQL_URL").replace(/\/graphql$/, "") },
  });
  const last = lastReleased();
  return Manifest.fromManifest(scm, "main", CONFIG, VERSIONS, last === null ? {} : { lastReleaseSha: last });
}

/** A tag stands on a commit with what was built, beside `main`: what is released is the commit of `main` below it. Null before the first. */
function lastReleased() {
  const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const [newest = ""] = git("tag", "--list", "v*.*.*", "--sort=-version:refname").split("\n");
  return newest === "" ? null : git("merge-base", "HEAD", newest);
}
