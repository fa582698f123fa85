/** The usual ways of Ruby, PHP and Perl, whose packages may be on the machine already. */
import { found, hasAny, hasPath, here, type RepositoryFiles, type Way, wayOf } from "./way.ts";

/** With the gems that a Gemfile names, and with those that are on the machine. */
export function ruby(files: RepositoryFiles): readonly Way[] {
  const isBundled = hasAny(files, "Gemfile");
  if (!isBundled && !hasAny(files, "Rakefile") && !hasPath(files, /^[^/]+\.gemspec$/)) return [];
  const rake = files.texts.get("Rakefile") ?? "";
  const [test = null] = [
    { run: "rspec --format=documentation", why: "spec/ holds specs", fits: hasPath(files, /^spec\/.*_spec\.rb$/) },
    { run: "rake test", why: "the Rakefile has the task test", fits: /TestTask|task\(?\s*:?["']?test\b/.test(rake) },
    {
      run: `ruby -Ilib -Itest -e 'Dir["test/**/{*_test,test_*}.rb"].sort.each { |file| require "./" + file }'`,
      why: "test/ holds tests",
      fits: hasPath(files, /^test\/(?:.*\/)?(?:test_[^/]*|[^/]*_test)\.rb$/),
    },
  ].filter(({ fits }) => fits);
  if (test === null) return [];
  const bundle = `${here("BUNDLE_PATH", "vendor/bundle")} bundle`;
  const bundled = wayOf("bundler", {
    setup: [{ run: `${bundle} install`, why: "a Gemfile is there" }],
    test: found(`${bundle} exec ${test.run}`, test.why),
  });
  return [...(isBundled ? [bundled] : []), wayOf("ruby", { test: found(test.run, test.why) })];
}

/** What composer does for the code alone: where it needs no package, nothing is fetched. */
function composed(manifest: string): string {
  const [, needed = ""] = /"require"\s*:\s*\{([^}]*)\}/.exec(manifest) ?? [];
  return /"[\w.-]+\/[\w.-]+"\s*:/.test(needed)
    ? "composer install --no-interaction --no-dev"
    : "composer dump-autoload --no-interaction --dev";
}

/** With all packages, and with those alone that the code itself needs. */
export function php(files: RepositoryFiles): readonly Way[] {
  const isComposed = hasAny(files, "composer.json");
  const manifest = files.texts.get("composer.json") ?? "";
  const isPhpunit = hasPath(files, /^phpunit\.xml(?:\.dist)?$/);
  const isNeeded = /"[\w.-]+\/(?:phpunit|pest)"/.test(manifest);
  if (!isPhpunit && !isNeeded) return [];
  const why = "PHPUnit is named, or its configuration is there";
  const own = wayOf("phpunit", {
    setup: !isComposed ? [] : [{ run: composed(manifest), why: "composer.json is there" }],
    test: found("phpunit --testdox", why),
  });
  if (!isNeeded) return [own];
  const runner = /"pestphp\/pest"/.test(manifest) ? "pest" : "phpunit --testdox";
  const all = wayOf("composer", {
    setup: [{ run: "composer install --no-interaction --prefer-dist", why: "composer.json is there" }],
    test: found(`vendor/bin/${runner}`, why),
  });
  return [all, own];
}

/** Where the tests of Perl lie. */
const TESTS = /^t\/.*\.t$/;

/** Its tests as they lie there. */
export function prove(files: RepositoryFiles): Way | null {
  if (!hasPath(files, TESTS)) return null;
  return wayOf("prove", { test: found("prove -l -v -r t", "t/ holds tests of Perl") });
}

/** A distribution of Perl: https://perldoc.perl.org/ExtUtils::MakeMaker, https://metacpan.org/pod/Module::Build */
export function perl(files: RepositoryFiles): Way | null {
  const [manifest, make] = hasAny(files, "Makefile.PL") ? ["Makefile.PL", "make"] : ["Build.PL", "./Build"];
  if (!hasAny(files, manifest) || !hasPath(files, TESTS)) return null;
  return wayOf("perl", { test: found(`perl ${manifest} && ${make} && prove -b -v -r t`, `${manifest} is there`) });
}
