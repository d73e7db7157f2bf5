import { SAVED_CACHE } from "../lib/saved/saved_cache.ts";

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

/** Answers a file as RFC 9110 (section 14) has it: whole, one part (206), or 416 for what lies behind its end. */
export function slice(file: Blob, range: string | null): Response {
  const part = partOf(range, file.size);
  if (part === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${file.size}` } });
  }
  const { start, end } = part ?? { start: 0, end: file.size - 1 };
  const headers = {
    "accept-ranges": "bytes",
    "content-type": file.type,
    "content-length": String(end - start + 1),
    ...(part && { "content-range": `bytes ${start}-${end}/${file.size}` }),
  };
  return new Response(file.slice(start, end + 1, file.type), { status: part ? 206 : 200, headers });
}

interface Part {
  start: number;
  end: number;
}

/** Both ends inclusive; undefined for the whole file: several parts in one request and nonsense are ignored. */
function partOf(range: string | null, bytes: number): Part | "unsatisfiable" | undefined {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range ?? "");
  const [first, last] = [match?.[1], match?.[2]].map((text) => text ? Number(text) : undefined);
  if (first === undefined && last === undefined) return undefined;
  if (first === undefined) {
    const wanted = Math.min(last ?? 0, bytes);
    return wanted === 0 ? "unsatisfiable" : { start: bytes - wanted, end: bytes - 1 };
  }
  if (last !== undefined && last < first) return undefined;
  if (first >= bytes) return "unsatisfiable";
  return { start: first, end: Math.min(last ?? bytes - 1, bytes - 1) };
}
