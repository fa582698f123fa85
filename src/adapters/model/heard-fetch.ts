/** Fetches, and tells whoever sent the request of each piece of the answer, pings included: a stream that is alive. */
import { AsyncLocalStorage } from "node:async_hooks";

const listeners = new AsyncLocalStorage<() => void>();

/**
 * Sends requests by `heardFetch` with `heard` listening to them. The SDKs take one fetch for all requests and give no
 * sign of a ping, so the listener travels with the request's own asynchronous context.
 */
export function whileHeard<T>(heard: () => void, send: () => Promise<T>): Promise<T> {
  return listeners.run(heard, send);
}

/** `fetch` for the SDKs. Throws what `fetch` throws. */
export const heardFetch: typeof fetch = async (input, init) => {
  const heard = listeners.getStore();
  const response = await fetch(input, init);
  if (heard === undefined || response.body === null) return response;
  heard();
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, onward) => {
        heard();
        onward.enqueue(piece);
      },
    }),
  );
  return new Response(body, response);
};
