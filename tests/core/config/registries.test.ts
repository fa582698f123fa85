import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { REGISTRIES, setupNetworkOf } from "#core/config/registries.ts";

it.each([
  { config: {}, gives: REGISTRIES },
  { config: { setup_hosts: ["npm.example.org", "pypi.org"] }, gives: [...REGISTRIES, "npm.example.org"] },
  { config: { setup_network: "open" }, gives: "open" },
])("$config gives setup commands $gives [NET-11]", ({ config, gives }) => {
  expect(setupNetworkOf(Config.parse(config))).toEqual(gives);
});

it("has no host where anybody can put anything, and none that takes uploads only [NET-12, NET-13]", () => {
  expect(REGISTRIES.filter((host) => /github|gitlab|bitbucket|upload|^crates\.io$|amazonaws|googleapis|^\*|\.$/.test(host))).toEqual([]);
});

it.each(["https://a.example", "a.example:8443", "*.example.org", "127.0.0.1", "localhost", "A.example"])(
  "takes no %s for a host",
  (host) => {
    expect(Config.safeParse({ setup_hosts: [host] }).success).toBe(false);
  },
);
