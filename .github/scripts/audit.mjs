/** Whether a known advisory is about a package that we use (SC-08): `npm run audit`. A registry that tells no advisories decides nothing: then it says so, and fails with `--must`, which a release asks for. */
import { spawnSync } from "node:child_process";

const { stdout } = spawnSync("npm", ["audit", "--json", "--include=dev"], { encoding: "utf8", maxBuffer: 64 << 20 });
const { vulnerabilities } = JSON.parse(stdout);

if (vulnerabilities === undefined) {
  console.log("NOT ASKED: this registry tells no advisories");
  process.exit(process.argv.includes("--must") ? 1 : 0);
}
const names = Object.keys(vulnerabilities);
for (const name of names) console.log(`${name}: ${vulnerabilities[name].severity}, ${vulnerabilities[name].range}`);
console.log(`packages with a known advisory: ${names.length}`);
process.exit(names.length === 0 ? 0 : 1);
