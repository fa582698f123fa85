/** Globs on paths of the repository, as the configuration and the plan name them. */
import picomatch from "picomatch";

/** True when one of the globs matches the path, from the repository's root, with `/`. Dot files match like others; a leading `!` negates nothing. */
export function matches(globs: readonly string[], path: string): boolean {
  return picomatch([...globs], { dot: true, nonegate: true })(path);
}
