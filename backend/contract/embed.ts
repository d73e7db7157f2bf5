import { escapedHtml } from "./html.ts";

/** The embedded player's size in CSS px; it takes less width where there is less. */
export const EMBED_SIZE = { width: 640, height: 152 } as const;

/** The answer of `GET /oembed`: https://oembed.com, section 2.3.4. */
export interface OEmbed {
  version: "1.0";
  type: "rich";
  provider_name: string;
  provider_url: string;
  title: string;
  author_name: string;
  author_url: string;
  /** Seconds. */
  cache_age: number;
  thumbnail_url?: string | undefined;
  thumbnail_width?: number | undefined;
  thumbnail_height?: number | undefined;
  html: string;
  width: number;
  height: number;
}

interface EmbeddedTrack {
  /** Orin's address, without a slash at its end. */
  readonly origin: string;
  readonly trackId: string;
  readonly title: string;
  readonly artist: string;
  /** In px, or "100%". */
  readonly width: number | "100%";
  readonly height: number;
}

/** The HTML that shows a track's player on another page. */
export function embedCode({ origin, trackId, title, artist, width, height }: EmbeddedTrack): string {
  const address = escapedHtml(`${origin}/embed/track/${encodeURIComponent(trackId)}`);
  const name = escapedHtml(`${title} by ${artist} on Orin`);
  return `<iframe src="${address}" width="${width}" height="${height}" title="${name}" loading="lazy" ` +
    `style="border:0;border-radius:12px"></iframe>`;
}
