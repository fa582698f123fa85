/**
 * The hosts that setup commands may reach: the package registries of most languages, and those that the repository
 * names.
 */
import type { Config } from "./config.ts";

/**
 * Hosts that serve packages. Not among them: hosts of code such as github.com, which take uploads from everyone, so
 * that a setup command could send data out; and hosts for uploads (upload.pypi.org, crates.io).
 */
export const REGISTRIES: readonly string[] = [
  ...["registry.npmjs.org", "registry.yarnpkg.com", "repo.yarnpkg.com"],
  ...["pypi.org", "files.pythonhosted.org"],
  ...["index.crates.io", "static.crates.io", "static.rust-lang.org"],
  ...["proxy.golang.org", "sum.golang.org"],
  ...["rubygems.org", "index.rubygems.org"],
  ...["repo.maven.apache.org", "repo1.maven.org", "plugins.gradle.org", "services.gradle.org"],
  ...["api.nuget.org", "repo.packagist.org", "hex.pm", "repo.hex.pm", "pub.dev"],
  ...["deb.debian.org", "security.debian.org", "archive.ubuntu.com", "security.ubuntu.com"],
];

/** `open`: the whole network, because the configuration says so; else the hosts that may be reached, each once. */
export type SetupNetwork = "open" | readonly string[];

/** The network that the configuration gives to setup commands. Pure. */
export function setupNetworkOf({
  setup_network,
  setup_hosts,
}: Pick<Config, "setup_network" | "setup_hosts">): SetupNetwork {
  return setup_network === "open" ? "open" : [...new Set([...REGISTRIES, ...setup_hosts])];
}
