/** Fetches, and tells whoever sent the request of each piece of the answer, pings included: a stream that is alive. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type HttpAnswer, type HttpRequest, httpFetch } from "./http-fetch.ts";

const listeners = new AsyncLocalStorage<() => void>();

/**
 * Sends requests by `watchedFetch` with `onLife` listening to them. The SDKs take one fetch for all requests and do not
 * tell of a ping, so the listener travels with the request's own asynchronous context.
 */
export function whileWatched<T>(onLife: () => void, send: () => Promise<T>): Promise<T> {
  return listeners.run(onLife, send);
}

async function watched(address: string | URL, init: HttpRequest): Promise<HttpAnswer> {
  const onLife = listeners.getStore();
  const answer = await httpFetch(address, init);
  if (onLife === undefined) return answer;
  onLife();
  return { ...answer, body: telling(answer.body, onLife) };
}

async function* telling(body: AsyncIterable<Uint8Array>, onLife: () => void): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    onLife();
    yield piece;
  }
}

/** `fetch` for the SDKs, which use no more of an answer than it has. Throws what `httpFetch` throws. */
export const watchedFetch = watched as unknown as typeof fetch;
