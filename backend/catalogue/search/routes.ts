import * as calls from "../../contract/calls/catalogue.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { type CatalogueQuery, CatalogueUnavailable } from "../../adapters/catalogue/types.ts";
import {
  type FoundLyrics,
  SEARCH_KINDS,
  type SearchAnswer,
  type SearchPage,
  type SearchToken,
} from "../../contract/search.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { takeVisitorsTurn } from "../../http/rate_limit.ts";
import type { Session } from "../../http/session.ts";
import { nearestQuality } from "../../../projections/catalogue/renditions.ts";
import { lineWith, readLyrics, searchLyrics } from "../lyrics/reads.ts";
import { earlyAccessFor } from "../stream/early_access.ts";
import { listenerOf } from "../stream/reads.ts";
import { type TrackList, trackList } from "../track/reads.ts";
import { SEARCH_TOKEN_MS, SearchTokens } from "./token.ts";

/** Many phones share one address, so it is a bound on floods and not on people. */
const TOKENS_AN_HOUR = 1_000;

/** The catalogue's search, and the short-lived token that opens it. */
export function searchRoutes(deps: Deps) {
  const tokens = new SearchTokens(deps.keys);

  return new Routes(deps)
    .serve(calls.catalogueToken, async (c) => {
      await takeVisitorsTurn(deps, c, { kind: "search token", perHour: TOKENS_AN_HOUR });
      c.header("cache-control", "no-store");
      const answer: SearchToken = {
        accessToken: tokens.sign(deps.now()),
        tokenType: "Bearer",
        expiresIn: SEARCH_TOKEN_MS / 1_000,
      };
      return c.json(answer, 200);
    })
    .serve(calls.search, async (c) => {
      const { session } = c.var;
      if (!session) assertSearchToken(c, tokens, deps.now());
      const { q, type, limit, offset } = c.req.valid("query");
      const asked = type.split(",");
      const kinds = SEARCH_KINDS.filter((kind) => asked.includes(kind));
      const previewUrl = await previewFor(c, deps, session);
      const list = trackList(c, deps, { session });
      const [found, lyrics] = await Promise.all([
        kinds.length === 0 ? {} : search(deps, { q, kinds, limit, offset, previewUrl }),
        asked.includes("lyrics") ? foundLyrics(deps, { q, limit, offset, list }) : undefined,
      ]);
      return c.json({ ...await withOwnTracks(found, list), ...(lyrics && { lyrics }) } satisfies SearchAnswer, 200);
    });
}

/** Who is logged in needs none. */
function assertSearchToken(c: Context, tokens: SearchTokens, now: number): void {
  const token = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (token === undefined) throw new Refusal("unauthenticated", "A search token is missing");
  if (!tokens.isValid(token, now)) throw new Refusal("session_ended", "The search token has expired");
}

async function search(deps: Deps, query: CatalogueQuery): Promise<SearchAnswer> {
  try {
    return await deps.catalogue.search(query);
  } catch (error) {
    if (!(error instanceof CatalogueUnavailable)) throw error;
    deps.log("The music catalogue did not answer", error);
    throw new Refusal("catalogue_unavailable", "We cannot reach the music catalogue: please try again soon", {
      retryAfterMs: error.retryAfterMs,
    });
  }
}

/** Orin's own songs as every list has them, so that a result plays and earns like any other song. */
async function withOwnTracks(found: SearchAnswer, list: TrackList): Promise<SearchAnswer> {
  if (!found.tracks) return found;
  const ours = found.tracks.items.filter(({ external_urls: urls }) => urls.orin !== undefined);
  const tracks = new Map((await list.find(ours.map(({ id }) => id))).map((track) => [track._id, track]));
  const items = found.tracks.items.map((item) => {
    const track = ours.includes(item) ? tracks.get(item.id) : undefined;
    return track ? { ...item, track } : item;
  });
  return { ...found, tracks: { ...found.tracks, items } };
}

interface LyricsQuery {
  readonly q: string;
  readonly limit: number;
  readonly offset: number;
  readonly list: TrackList;
}

/** Orin's own songs by what is sung in them, each with the line that has the words. */
async function foundLyrics(
  deps: Deps,
  { q, limit, offset, list }: LyricsQuery,
): Promise<SearchPage<FoundLyrics>> {
  const { trackIds, total } = await searchLyrics(deps, { q, limit, offset });
  const tracks = await list.find(trackIds);
  const durations = new Map(tracks.map(({ _id, durationSeconds }) => [_id, durationSeconds * 1_000]));
  const lyrics = await readLyrics(deps, durations);
  const items = tracks.flatMap((track) => {
    const line = lineWith(lyrics.get(track._id)?.lines ?? [], q);
    return line ? [{ id: track._id, line: line.text, atMs: line.atMs, type: "lyrics" as const, track }] : [];
  });
  const at = (from: number) =>
    `${deps.config.publicUrl}/api/v1/search?${new URLSearchParams({
      q,
      type: "lyrics",
      limit: `${limit}`,
      offset: `${from}`,
    })}`;
  return {
    ...{ href: at(offset), limit, offset, total, items },
    next: offset + limit < total ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
  };
}

/** The smallest rendition, under an address signed for who asks: previews count like every stream. */
async function previewFor(
  c: Context,
  deps: Deps,
  session: Session | undefined,
): Promise<CatalogueQuery["previewUrl"]> {
  const { links } = deps;
  const { subject, device } = listenerOf(c, deps, session);
  const now = deps.now();
  const mayHear = await earlyAccessFor(deps, session?.userId);
  return ({ id: trackId, qualities, ...track }) => {
    const quality = mayHear(track) && nearestQuality(qualities, "saver");
    if (!quality || quality === "download") return null;
    return links.listed({ subject, device, now }, [{ trackId, quality }])[0] ?? null;
  };
}
