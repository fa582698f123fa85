/**
 * Keeps of npm's list of what is installed (CycloneDX, on standard input) what is in the programs: their terms name each package that is.
 * Usage: npm sbom --sbom-format cyclonedx | node sbom.mjs dist/cli.licences.txt dist/action.licences.txt
 * Throws where a program holds a package that is not in the list.
 */
import { readFileSync } from "node:fs";

const bill = JSON.parse(readFileSync(0, "utf8"));
const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));
// Each part begins with a line of name and version: rolldown.config.ts writes them.
const parts = process.argv.slice(2).flatMap((file) => readFileSync(file, "utf8").split(`\n${"-".repeat(80)}\n\n`));
const shipped = new Set(parts.map((part) => part.slice(0, part.indexOf("\n")).replace(" ", "@")));
const nameOf = (component) => `${component.name}@${component.version}`;
const components = bill.components
  .filter((component) => shipped.has(nameOf(component)))
  // npm knows what was installed for a build; what is here is shipped.
  .map(({ properties: _, ...component }) => component);
const found = new Set(components.map(nameOf));
const missing = [...shipped].filter((name) => !found.has(name));
if (missing.length > 0) throw new Error(`no bill of materials has ${missing.join(", ")}`);
const refs = new Set(components.map((component) => component["bom-ref"]));
const dependencies = bill.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
const metadata = { ...bill.metadata, component: { type: "application", "bom-ref": `${name}@${version}`, name, version } };
console.log(JSON.stringify({ ...bill, metadata, components, dependencies }, null, 1));
