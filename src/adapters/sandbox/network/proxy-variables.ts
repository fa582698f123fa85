/** Sets the variables by which programs that fetch packages find a proxy. Pure. */
import type { Environment } from "#adapters/sandbox/process/environment.ts";

/**
 * curl, git, npm, pip, cargo, go, gem and Node use the usual names; yarn and the Java tools use their own. `port`: on
 * loopback.
 */
export function proxyVariables(port: number): Environment {
  const url = `http://127.0.0.1:${port}`;
  const names = [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "http_proxy",
    "https_proxy",
    "YARN_HTTP_PROXY",
    "YARN_HTTPS_PROXY",
    "CARGO_HTTP_PROXY",
  ];
  const java = ["http", "https"]
    .map((scheme) => `-D${scheme}.proxyHost=127.0.0.1 -D${scheme}.proxyPort=${port}`)
    .join(" ");
  return {
    ...Object.fromEntries(names.map((name) => [name, url])),
    NO_PROXY: "localhost,127.0.0.1",
    no_proxy: "localhost,127.0.0.1",
    NODE_USE_ENV_PROXY: "1",
    MAVEN_OPTS: java,
    GRADLE_OPTS: java,
  };
}
