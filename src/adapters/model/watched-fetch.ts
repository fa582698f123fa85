/** Fetches, and tells whoever sent the request of each piece of the answer, pings included: a stream that is alive. */
import { AsyncLocalStorage } from "node:async_hooks";

const listeners = new AsyncLocalStorage<() => void>();

/**
 * Sends requests by `watchedFetch` with `onLife` listening to them. The SDKs take one fetch for all requests and do not
 * tell of a ping, so the listener travels with the request's own asynchronous context.
 */
export function whileWatched<T>(onLife: () => void, send: () => Promise<T>): Promise<T> {
  return listeners.run(onLife, send);
}

/** `fetch` for the SDKs. Throws what `fetch` throws. */
export const watchedFetch: typeof fetch = async (input, init) => {
  const onLife = listeners.getStore();
  const response = await fetch(input, init);
  if (onLife === undefined || response.body === null) return response;
  onLife();
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, onward) => {
        onLife();
        onward.enqueue(piece);
      },
    }),
  );
  return new Response(body, response);
};
