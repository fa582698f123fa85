/** A process in a worker's folder that exchanges names without end, as a worker could leave one running while its files are read and written. */

/** renameat2 by its number, to exchange two names at once: between two renames the host could make a folder of its own there. */
const EXCHANGE = process.arch === "arm64" ? 276 : 316;

/** Exchanges the two names of each pair by turns, until the file `stop` is there: a name is itself, or a link that stands beside it. */
export function exchanging(pairs: readonly (readonly [string, string])[]): string {
  const swaps = pairs.map(
    ([one, other]) => `syscall(${EXCHANGE}, $here, my $a = "${one}", $here, my $b = "${other}", 2) == 0 or die "$!";`,
  );
  return `perl -e '
    my $here = -100;
    until (-e "stop") { for (1..500) { ${swaps.join(" ")} } }
  '`;
}
