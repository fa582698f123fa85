/** An answer as `fetch` gives it, without a stream behind it: its text is there at once, so that nothing but microtasks stands between. */
import type { Sent } from "./answer.ts";

/** A `Response` of GitHub's. Its text can be read as often as one likes; `body` itself is null. */
export class Reply extends Response {
  override readonly url: string;
  override readonly text: () => Promise<string>;
  override readonly json: () => Promise<unknown>;

  constructor(address: string, { status, headers, body }: Sent) {
    super(null, { status, headers });
    this.url = address;
    this.text = async () => body;
    this.json = async () => JSON.parse(body);
  }
}
