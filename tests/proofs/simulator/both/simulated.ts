/** The simulated GitHub as the other side of the comparison. */
import { aClock } from "../clients.ts";
import { type SimulatedGitHub, simulatedGitHub } from "../github/github.ts";
import { FILES, PEOPLE, type Place } from "./place.ts";
import type { Side } from "./side.ts";

/** With the GitHub itself, so that a fault can be planted in it. */
export function simulatedSide({ isPrivate }: Place): Side & { readonly github: SimulatedGitHub } {
  const clock = aClock();
  const options = { owner: "acme", repo: "widget", now: clock.now, people: PEOPLE, files: FILES, private: isPrivate };
  const github = simulatedGitHub(options);
  return {
    name: "simulated",
    github,
    ask: (by, method, path, body) => {
      const actor = typeof by === "string" ? github.person(by) : github.app(by);
      const send = github.fetchFor(actor);
      return send(`https://api.github.example${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    },
    newIssue: async (by) => github.newIssue(by, { title: "Sum subtracts", body: "" }),
    lock: async (issue) => github.lockIssue(issue, "ada", true),
  };
}
