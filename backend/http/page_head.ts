import { escapedHtml as escaped } from "../contract/html.ts";

/** What a shared link shows of its page. Addresses are absolute. */
export interface PagePreview {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly type: "website" | "profile" | "music.song" | "music.album" | "music.playlist";
  readonly image?: PreviewImage;
  /** Where sites that embed the page are told how: https://oembed.com, section 4. */
  readonly oembedUrl?: string;
  /** The page's subject for search machines, in words of https://schema.org (JSON-LD). */
  readonly subject?: { readonly "@type": string; readonly [property: string]: unknown };
  /** More tags of the type, such as `music:duration`. */
  readonly more?: readonly (readonly [property: string, content: string])[];
}

interface PreviewImage {
  readonly url: string;
  readonly alt: string;
  /** px. */
  readonly width: number;
  readonly height: number;
}

/**
 * The shell with the preview's title, description and OpenGraph tags in its head, all of it escaped. The name of a
 * song, an artist or a list is in its body, too: people who follow a link read it while the app loads.
 */
export function withPreview(shell: string, preview: PagePreview): string {
  const { title, description, url, type } = preview;
  const said = `<h1>${escaped(title.replace(/( · Playlist)? · Orin$/, ""))}</h1><p>${escaped(description)}</p>`;
  // Replaced by functions: in a text a `$&` would mean something else.
  return shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/<meta\s+name="description"\s+content="[^"]*"\s*\/?>/, () => meta("name", "description", description))
    .replace(
      /<div class="frame-welcome">[\s\S]*?<\/div>/,
      (welcome) => type === "website" ? welcome : `<div class="frame-welcome" data-own>${said}</div>`,
    )
    .replace(
      "</head>",
      () => `${[`<link rel="canonical" href="${escaped(url)}">`, ...tagsOf(preview)].join("\n")}\n</head>`,
    );
}

function tagsOf({ title, description, url, type, image, oembedUrl, subject, more = [] }: PagePreview): string[] {
  const graph: [string, string][] = [
    ["og:site_name", "Orin"],
    ["og:locale", "en_NG"],
    ["og:type", type],
    ["og:title", title],
    ["og:description", description],
    ["og:url", url],
    ...(image ? pictureTags(image) : []),
  ];
  return [
    ...[...graph, ...more].map(([property, content]) => meta("property", property, content)),
    meta("name", "twitter:card", image && image.width > image.height ? "summary_large_image" : "summary"),
    meta("name", "twitter:title", title),
    meta("name", "twitter:description", description),
    ...(image ? [meta("name", "twitter:image", image.url), meta("name", "twitter:image:alt", image.alt)] : []),
    ...(oembedUrl === undefined ? [] : [
      `<link rel="alternate" type="application/json+oembed" href="${escaped(oembedUrl)}" title="${escaped(title)}">`,
    ]),
    ...(subject ? [`<script type="application/ld+json">${jsonLd(subject)}</script>`] : []),
  ];
}

/** Data, which no browser runs; without a sign that could end it. */
function jsonLd(subject: object): string {
  return JSON.stringify({ "@context": "https://schema.org", ...subject }).replaceAll("<", "\\u003c");
}

function pictureTags({ url, alt, width, height }: PreviewImage): [string, string][] {
  const size = [["og:image:width", String(width)], ["og:image:height", String(height)]] as [string, string][];
  return [["og:image", url], ...size, ["og:image:alt", alt]];
}

function meta(kind: "name" | "property", key: string, content: string): string {
  return `<meta ${kind}="${escaped(key)}" content="${escaped(content)}">`;
}
