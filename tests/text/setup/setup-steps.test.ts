/** What init says is left to do. */
import { expect, it } from "vitest";
import { setupSteps } from "#text/setup/setup-steps.ts";

const commandsFor = (needs: Parameters<typeof setupSteps>[0]): readonly string[] =>
  setupSteps(needs).map(({ command }) => command ?? "by hand");

it("names what each way of hosting needs, with commands for this repository", () => {
  const hosted = commandsFor({ hosting: "bot", label: "loop", repository: "acme/split" });
  expect(hosted[0]).toBe("by hand");
  expect(hosted.filter((command) => command.includes("acme/split"))).toHaveLength(4);
  const alone = setupSteps({ hosting: "workflow", label: "please fix", repository: null });
  expect(alone.map(({ what }) => what).join("\n")).toContain("the variable LOOPWRIGHT_LABEL");
  expect(alone.map(({ command }) => command).join("\n")).toContain("gh label create 'please fix'");
  expect(alone.map(({ command }) => command).join("\n")).toContain("--repo <owner>/<name>");
});

it("cannot be made to run something else by a label", () => {
  const [, label = ""] = commandsFor({ hosting: "bot", label: "a'; rm -rf ~; '", repository: "acme/split" });
  expect(label).toContain(`gh label create 'a'\\''; rm -rf ~; '\\''' --description`);
});
