import { SAVED_CACHE } from "../lib/saved/saved_cache.ts";
import { slice } from "./byte_slice.ts";

/** Where saved music plays from: no such address exists on the service. */
export function isSavedAudio(url: URL): boolean {
  return url.pathname.startsWith("/saved/audio/");
}

/** The saved file, or the part that the player asks for: whole files are stored, parts cannot be. */
export async function answerSaved(request: Request): Promise<Response> {
  const cache = await caches.open(SAVED_CACHE);
  const file = await cache.match(request.url, { ignoreVary: true });
  if (!file) return new Response(null, { status: 404 });
  return slice(await file.blob(), request.headers.get("range"));
}
