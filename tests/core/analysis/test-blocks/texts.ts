/** Files of tests, for what finds tests in them. */

/** A file of tests in TypeScript. */
export const JS_TESTS = `import { expect, it, test } from "vitest";

describe("parser", () => {
  it("splits at commas", () => {
    expect(split("a,b")).toEqual(["a", "b"]);
  });
  it('reads \`it\\'s\` (and more)', () => expect(read("it's")).toBe(1));
  test("outer", async (t) => {
    await t.test("inner", () => expect(1).toBe(1));
  });
});

test.each([[1, 2]])("adds %i and %i", (a, b) => expect(a + b).toBe(3));

test("last", () => expect(last([1])).toBe(1));
`;

/** A source with tests in Rust. */
export const RUST_TESTS = `pub fn split<'a>(line: &'a str) -> Vec<&'a str> { line.split(',').collect() }

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn splits() {
        assert_eq!(split("a,}"), r#"a,"}"#);
    }
    #[test]
    #[should_panic(expected = "x")]
    fn panics() { panic!("{}", '}'); }
    #[test]
    fn gives() -> Result<(), String> { Ok(()) }
}

#[tokio::test]
async fn alone() {}
`;
