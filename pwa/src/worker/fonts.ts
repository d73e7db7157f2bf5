import { browserSavesData } from "../lib/browser_saves_data.ts";

const CACHE = "orin-fonts";

/** The app's font: its name says what is in it. */
export function isFont(url: URL): boolean {
  return /^\/assets\/[\w-]+\.woff2$/.test(url.pathname);
}

/** Keeps the font for the next page, unless the browser saves data or has no network. */
export async function bringFont(address: string): Promise<void> {
  if (browserSavesData()) return;
  await keepFont(new Request(address)).catch(() => undefined);
}

/**
 * From the cache, or not at all: a page waits for its font before it has loaded, and a network that hangs would never let
 * it. What is missing comes for the next page; `later` keeps the worker awake meanwhile.
 */
export async function answerFont(request: Request, later: (work: Promise<void>) => void): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  later(bringFont(request.url));
  return Response.error();
}

/** From the cache, else from the network and into the cache, in the place of an earlier one. */
async function keepFont(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) await keep(cache, { request, response: response.clone() }).catch(() => undefined);
  return response;
}

async function keep(cache: Cache, { request, response }: { request: Request; response: Response }): Promise<void> {
  const earlier = await cache.keys();
  await cache.put(request, response);
  await Promise.all(earlier.map((one) => cache.delete(one)));
}
