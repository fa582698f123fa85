/** The links that comments of these tests carry. */

export const LINKS = { compare: "https://github.com/o/r/compare/main...loop/7-slugs" };
