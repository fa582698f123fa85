/** A test that stands in a source, beside the code that it tests. */

/**
 * A region of a source that is a test. `key`: what tells it from the others of its file; `code`: what is run, without
 * the marks of a comment. `nested`: it belongs where it stands. `item`: what an example in a comment is of; null: no
 * such example.
 */
export interface SourceTest {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly code: string;
  readonly nested: boolean;
  readonly item: string | null;
}
