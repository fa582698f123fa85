/** From an organisation that has nothing to its first pull request, with the lines of the docs: the button, `init`, a push, a label, an approval. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buttonOf, wayBack } from "../../builders/setup-button.ts";
import { ROOT } from "../../house/tools.ts";
import { NAME, OWNER, PEOPLE } from "../../journeys/demo/hub/people.ts";
import { playOn } from "../../journeys/demo/hub/play.ts";
import { isListing } from "../../journeys/demo/hub/scene.ts";
import { readStory } from "../../journeys/demo/story.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { anOrganisation, type Organisation } from "./organisation.ts";

const AT = { owner: OWNER, repo: NAME };
const story = await readStory("short-workflow");
let org: Organisation;

beforeAll(async () => {
  org = await anOrganisation(story);
});
afterAll(() => org.close());

/** The lines of the docs, for this organisation. */
function lines(): readonly string[] {
  const page = readFileSync(join(ROOT, ".github/docs/installing.md"), "utf8");
  const [, block = ""] = /^## All of it in six lines\n\n```sh\n(.*?)\n```$/ms.exec(page) ?? [];
  const here = block.replaceAll("<owner>", OWNER).replaceAll("<name>", NAME).replace("https://github.com", org.github.url);
  return here.split("\n");
}

/** Types a line, and gives what it printed when it has ended well. */
async function done(folder: string, text = ""): Promise<string> {
  const line = org.type(folder, text);
  const code = await line.ended;
  expect(code, line.said()).toBe(0);
  return line.said();
}

/** The button of the page is pressed, and GitHub sends the browser back; gives what it is told. */
async function press(page: string): Promise<string> {
  const button = await buttonOf(page);
  return (await fetch(wayBack(button, org.github.register(button.manifest)))).text();
}

it("comes from nothing to a pull request with six lines", async () => {
  // This checkout is built already: what builds it is not typed.
  const [build, make = "", serve = "", clone, init, push = "none", ...more] = lines();
  expect([build, more]).toEqual(["npm ci && npm run build", []]);
  const setup = org.type("loopwright", make);
  await expect.poll(setup.said).toMatch(/^Open this page to make the App: http/m);
  expect(await press(/http:\S+/.exec(setup.said())?.[0] ?? "")).toContain("The App is made");
  expect(await setup.ended).toBe(0);
  const bot = org.type("loopwright", serve);
  await org.github
    .wait(({ requests }) => requests.some(isListing))
    .catch((error: unknown) => expect.fail(`${String(error)}: ${bot.said()}`));

  await done(".", clone);
  const told = await done(NAME, init);
  expect(told).toContain(push);
  await done(NAME, push);
  // On GitHub's pages: the label is made here, and the secret is there.
  await new Octokit({ baseUrl: org.github.url, auth: org.tokens[PEOPLE.admin], log: QUIET }).rest.issues.createLabel({
    ...AT,
    name: "loop",
  });
  expect(await done(NAME, `loopwright doctor --github ${OWNER}/${NAME}`)).toContain("Nothing that could be seen is missing.");

  const played = await playOn(org, { ...story, onEvents: () => undefined, patience: 120_000 });
  expect([played.run?.stage, played.unsaid, org.model.problems, org.model.left()]).toEqual(["completed", [], [], []]);
  const [pull] = await played.watch.pulls();
  expect(pull?.title).toContain("quot");
  expect(org.github.violations).toEqual([]);

  // Who wants to see what was done looks at the journal in the clone, as the docs say.
  await done(NAME, "git fetch origin 'refs/loopwright/*:refs/loopwright/*'");
  const ref = `refs/${await played.watch.ref()}`;
  expect(await done(NAME, `loopwright trail ${ref}`)).toMatch(/^\d+ events: only ever added to, and run.json is what they tell$/m);
  expect(await done(NAME, `loopwright report ${ref} --html report.html`)).toContain("report.html");
}, 300_000);
