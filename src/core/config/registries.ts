/**
 * Where setup commands may ask: the registries of packages that most languages use, and what the repository names
 * (NET-11, NET-13).
 */
import type { Config } from "./config.ts";

/**
 * Hosts that serve packages. Not among them: hosts of code such as github.com, which take anything from anybody and so
 * are ways out, and hosts that only take uploads (upload.pypi.org, crates.io).
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

/** `open`: all of the network, because the configuration says so; else the hosts that may be asked, each once. */
export type SetupNetwork = "open" | readonly string[];

/** What the configuration gives to setup commands. Pure. */
export function setupNetworkOf({
  setup_network,
  setup_hosts,
}: Pick<Config, "setup_network" | "setup_hosts">): SetupNetwork {
  return setup_network === "open" ? "open" : [...new Set([...REGISTRIES, ...setup_hosts])];
}
