/** Says what GitHub would link in a text: mentions of people, references to issues and pull requests, addresses. */

/**
 * The beginning of each reference, behind which something must be put so that it is none: `@ada`, `#5` (also behind
 * `owner/repository`), `GH-5`, and every address, because that of an issue refers to it
 * (https://docs.github.com/get-started/writing-on-github: Autolinked references and URLs).
 * A word that closes an issue needs one of these behind it
 * (https://docs.github.com/issues/tracking-your-work-with-issues: Linking a pull request to an issue), so without
 * any of them none is closed, whatever the word is.
 */
export const REFERENCES = /@(?=\w)|#(?=[\ufe0e\ufe0f]?\d)|:(?=\/\/)|(?<![a-z\d])(?:GH(?=-\d)|www(?=\.))/gi;
