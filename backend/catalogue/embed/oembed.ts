import type { TrackRow } from "../../../projections/catalogue/tracks.ts";
import { EMBED_SIZE, embedCode, type OEmbed } from "../../contract/embed.ts";
import { Id } from "../../contract/requests/ids.ts";

/** How long a site may keep what it was told, seconds. */
export const OEMBED_AGE_S = 3_600;

/** The sizes in which covers exist, px. As JPEG: many programs that embed know no WebP. */
const THUMBNAILS = [512, 256, 128, 64];

interface Bounds {
  /** CSS px. */
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

/**
 * The track of an address that people share: its page, its place in the list, or its player. Undefined for every other
 * page, and for other sites than `hosts`.
 */
export function trackIdOf(address: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname, searchParams } = new URL(address);
  if (!/^https?:$/.test(protocol) || !hosts.includes(host)) return undefined;
  const said = pathname === "/songs"
    ? searchParams.get("track")
    : /^\/(?:embed\/)?track\/([^/]+)\/?$/.exec(pathname)?.[1];
  return Id.safeParse(said).data;
}

/** What a site needs to embed a track, no larger than it asks for. */
export function oembedOf(track: TrackRow, { origin, ...bounds }: Bounds & { readonly origin: string }): OEmbed {
  const { maxwidth = Infinity, maxheight = Infinity } = bounds;
  const { trackId, title, artist, ownerId } = track;
  const [width, height] = [Math.min(EMBED_SIZE.width, maxwidth), Math.min(EMBED_SIZE.height, maxheight)];
  return {
    ...{ version: "1.0", type: "rich", provider_name: "Orin", provider_url: origin },
    ...{ title, author_name: artist, author_url: `${origin}/artists/${ownerId}`, cache_age: OEMBED_AGE_S },
    ...thumbnailOf(track.coverImageUrl, { origin, most: Math.min(maxwidth, maxheight) }),
    ...{ html: embedCode({ origin, trackId, title, artist, width, height }), width, height },
  };
}

function thumbnailOf(coverUrl: string, { origin, most }: { origin: string; most: number }): Partial<OEmbed> {
  const size = THUMBNAILS.find((size) => size <= most);
  if (coverUrl === "" || size === undefined) return {};
  return {
    thumbnail_url: `${origin}${coverUrl.replace(/\/\d+\.\w+$/, `/${size}.jpg`)}`,
    ...{ thumbnail_width: size, thumbnail_height: size },
  };
}
