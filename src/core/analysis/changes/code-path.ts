/** Tells files of code by their names. */

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|c|cc|cpp|cxx|h|hpp|rb|php|cs|swift|sh|bash)$/i;

/** True where a path names a file of code. Pure. */
export function isCodePath(path: string): boolean {
  return CODE.test(path);
}
