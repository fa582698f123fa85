/** The shapes of tokens and keys, as their makers document them: for secrets that are not ours, and so not known. */

/** A token begins where no word goes on; the code for a colour of a terminal is no word (`\x1b[31mghp_…`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const BEGIN = /(?:(?<![A-Za-z0-9])|(?<=\u001b\[[0-9;]{0,20}m))/;

/**
 * Tokens, each with a beginning that no word has. A run of characters is read once: it is either long enough or too
 * short.
 */
const TOKENS = [
  // GitHub's: the newer installation tokens hold two dots (`ghs_<app>_<jwt>`), and are about 600 characters long.
  /gh[opusr]_[A-Za-z0-9_-]{16,1000}(?:\.[A-Za-z0-9_-]{1,1000}){0,2}/,
  /github_pat_[A-Za-z0-9_]{20,255}/,
  // GitLab, npm, PyPI, Docker, Hugging Face
  /gl(?:pat|ptt|dt|rt|cbt|ft)-[A-Za-z0-9_.-]{20,300}/,
  /npm_[A-Za-z0-9]{30,255}/,
  /pypi-[A-Za-z0-9_-]{40,400}/,
  /dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,255}/,
  /hf_[A-Za-z0-9]{30,255}/,
  // Anthropic, OpenAI, and others with the same shape
  /sk-[A-Za-z0-9_-]{16,255}/,
  // Slack
  /xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,255}/,
  /xapp-[A-Za-z0-9-]{10,255}/,
  // Google: keys, access and refresh tokens, secrets of clients
  /AIza[A-Za-z0-9_-]{35}/,
  /ya29\.[A-Za-z0-9_-]{20,1000}/,
  /1\/\/0[A-Za-z0-9_-]{30,255}/,
  /GOCSPX-[A-Za-z0-9_-]{20,100}/,
  // Amazon
  /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])/,
  // Stripe, SendGrid, DigitalOcean, age
  /(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}/,
  /whsec_[A-Za-z0-9+/=]{20,255}/,
  /SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/,
  /do[opr]_v1_[a-f0-9]{64}/,
  /AGE-SECRET-KEY-1[A-Z0-9]{40,100}/,
  // A JSON web token: two objects and a signature
  /eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{8,2000}/,
];

/** A secret within other text: only the group `secret` is replaced. */
const WITHIN: readonly RegExp[] = [
  /\b(?:Bearer|Basic|token) (?<secret>[A-Za-z0-9._~+/=-]{16,4000})/g,
  /:\/\/[^/\s:@]{1,100}:(?<secret>[^/\s@]{1,200})@/g,
  /[?&;]sig=(?<secret>[A-Za-z0-9%+/=_-]{20,200})/g,
  /\bAccountKey=(?<secret>[A-Za-z0-9+/=]{40,120})/g,
  /\baws_secret_access_key["']? ?[=:] ?["']?(?<secret>[A-Za-z0-9+/=]{40})/gi,
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/_-]{20,200})/g,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/(?<secret>[0-9]{5,30}\/[A-Za-z0-9_-]{20,200})/g,
];

const KEY_BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-(?!----)[^-]*)*/;
const KEY_END = /(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/;
/** A private key, to its last line or, without one, as far as it goes. */
const PEM = new RegExp(`${KEY_BEGIN.source}${KEY_END.source}`, "g");

const WHOLE: readonly RegExp[] = [
  PEM,
  new RegExp(`${BEGIN.source}(?:${TOKENS.map(({ source }) => source).join("|")})`, "g"),
];

/** Replaces every token in a text by `mark`. Linear, and idempotent where the mark itself is no token. Pure. */
export function withoutTokens(text: string, mark: string): string {
  const rest = WHOLE.reduce((left, shape) => left.replaceAll(shape, mark), text);
  return WITHIN.reduce(
    (left, shape) => left.replaceAll(shape, (found, secret: string) => hiddenIn(found, secret, mark)),
    rest,
  );
}

/** The tokens and private keys that stand in a text by themselves. Linear. Pure. */
export function tokensIn(text: string): readonly string[] {
  return WHOLE.flatMap((shape) => text.match(shape) ?? []);
}

/** Replaces the last occurrence: only a few characters stand behind the secret, and they do not hold it. */
function hiddenIn(found: string, secret: string, mark: string): string {
  const at = found.lastIndexOf(secret);
  return `${found.slice(0, at)}${mark}${found.slice(at + secret.length)}`;
}
