/** Of manifests that name dependencies: a dependency more is nothing, a setting is. */
import { expect, it } from "vitest";
import { testSettingsIn } from "#core/analysis/manifests/manifest-settings.ts";

const same = (path: string, before: string, after: string) => testSettingsIn(path, before) === testSettingsIn(path, after);

const ONE = "<dependency><groupId>a</groupId><version>1</version></dependency>";
const PLUGIN = "<plugin><artifactId>maven-surefire-plugin</artifactId></plugin>";
const POM = `<?xml version="1.0"?>
<!-- of us -->
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <version>1</version>
  <properties><a.version>1</a.version><empty/></properties>
  <dependencies>${ONE}</dependencies>
  <build><plugins>${PLUGIN}</plugins></build>
</project>
`;

it.each([
  ["a dependency", POM.replace(ONE, ONE + ONE)],
  ["no dependencies any more", POM.replace(`<dependencies>${ONE}</dependencies>`, "")],
  [
    "managed dependencies",
    POM.replace("<build>", `<dependencyManagement><dependencies>${ONE}</dependencies></dependencyManagement><build>`),
  ],
  ["versions", POM.replaceAll(">1<", ">2<")],
  ["a comment, and how it is set", POM.replace("of us", "of <build> them").replaceAll("><", ">\n  <")],
])("takes a pom.xml that differs in %s for the same [RH-04]", (_, after) => {
  expect(same("sub/pom.xml", POM, after)).toBe(true);
});

it.each<[string, string]>([
  ["a property", POM.replace("<empty/>", "<empty/><skipTests>true</skipTests>")],
  ["a plugin's dependency", POM.replace("</plugin>", `<dependencies>${ONE}</dependencies></plugin>`)],
  ["a plugin", POM.replace(PLUGIN, "")],
  ["a profile's dependency", POM.replace("<build>", `<profiles><profile><dependencies>${ONE}</dependencies></profile></profiles><build>`)],
  ["what stands between two comments", POM.replace("<build>", "<!-- <dependencies> --><reporting/><!-- </dependencies> --><build>")],
  ["its declaration", POM.replace('"1.0"', '"1.0" encoding="UTF-16"')],
  ["an entity", POM.replace("<project", '<!DOCTYPE x [<!ENTITY a "b">]><project')],
  ["unparsed text", POM.replace(ONE, "<![CDATA[ x ]]>")],
  ["an instruction", POM.replace(ONE, "<?x <!-- ?>")],
  ["a comment without an end", POM.replace(ONE, "<!-- x")],
  ["elements that cross", POM.replace(ONE, "<a><b></a></b>")],
  ["an element without an end", POM.replace("</project>", "")],
  ["text behind its end", `${POM}x`],
  ["text, where it is very long", POM.replace(ONE, `<a>${"x".repeat(140_000)}</a>`)],
  ["a very long name", POM.replace(ONE, `<${"a".repeat(101)}/>`)],
])("finds %s in a pom.xml [RH-04]", (_, after) => {
  expect(same("pom.xml", POM, after)).toBe(false);
});

it.each([
  ["composer.json", { require: { a: "1" } }, true],
  ["composer.json", { "require-dev": { a: "1" } }, true],
  ["composer.json", { config: { "bin-dir": "x" } }, false],
  ["composer.json", { scripts: { test: "true" } }, false],
  ["deno.json", { imports: { a: "jsr:@std/a" } }, true],
  ["deno.jsonc", { test: { exclude: ["**"] } }, false],
  ["deno.json", { tasks: { test: "true" } }, false],
  ["other.json", { require: {} }, false],
])("reads %s by its keys: %j steers no test: %s [RH-05]", (path, more, isSame) => {
  const before = { scripts: { test: "phpunit" }, tasks: { test: "deno test" } };
  expect(same(path, JSON.stringify(before), JSON.stringify({ ...before, ...more }))).toBe(isSame);
});

it.each(["// a comment\n{}", "[]", "null", "3"])("compares JSON that is no object as it stands: %j", (text) => {
  expect([same("deno.jsonc", "{}", text), same("deno.jsonc", text, text)]).toEqual([false, true]);
});

it("reads hostile elements", () => {
  const hostile = ["<!--", "<a ", "<a>", '<a b="', `<${"a".repeat(90)}>`, "<a/>", "</a>", "< "].map((part) =>
    part.repeat(131_072 / part.length),
  );
  expect(hostile.map((text) => same("pom.xml", text, text))).toEqual(hostile.map(() => true));
});

it.each([
  ["save-exact=true\n", "", true],
  ["; exact\nsave-prefix = ~\n# none\nfund=false", "audit=false", true],
  ["script-shell=/bin/true", "", false],
  ["save-exact=true\nnode-options=--import=./x.mjs", "save-exact=true", false],
])("takes an .npmrc for the same only where scripts run as before: %s [RH-04]", (before, after, isSame) => {
  expect(same("sub/.npmrc", before, after)).toBe(isSame);
});
