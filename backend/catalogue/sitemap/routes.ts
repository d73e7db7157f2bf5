import { Hono } from "hono";
import { albumsListed } from "../../../projections/catalogue/albums.ts";
import { creatorsListed } from "../../../projections/catalogue/creators.ts";
import { type ListedPage, partFrom, partStarts } from "../../../projections/catalogue/sitemap_pages.ts";
import { tracksListed } from "../../../projections/catalogue/tracks.ts";
import { escapedHtml as escaped } from "../../contract/html.ts";
import { Id } from "../../contract/requests/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";

/** The standard allows 50,000 pages in a file of 50 MB. */
const PAGES_A_PART = 10_000;
/** Counting all pages is work: it is done this often, ms. */
const COUNTED_EACH_MS = 10 * 60_000;
const CACHED = { "cache-control": "public, max-age=3600" };
const XML = { "content-type": "application/xml; charset=utf-8", ...CACHED };

/** Pages for everybody that are always there. */
const ALWAYS = [
  "/",
  "/songs",
  "/artists",
  "/search",
  "/subscriptions",
  "/policy",
  "/developers",
  "/terms",
  "/privacy-policy",
];

const KINDS = {
  songs: { listed: tracksListed, path: (id: string) => `/track/${id}` },
  albums: { listed: albumsListed, path: (id: string) => `/music-details?id=${id}` },
  artists: { listed: creatorsListed, path: (id: string) => `/artists/${id}` },
} as const;
const NAMES = ["songs", "albums", "artists"] as const;

interface SitemapOptions {
  readonly pagesAPart?: number;
}

/** What search machines ask for: which pages there are (https://www.sitemaps.org), and which they leave alone. */
export function sitemapRoutes(deps: Deps, { pagesAPart: size = PAGES_A_PART }: SitemapOptions = {}) {
  const { config: { publicUrl }, store: { sql } } = deps;
  let index: { readonly xml: string; readonly at: number } | undefined;

  const indexXml = async () => {
    const parts = await Promise.all(
      NAMES.map(async (name) =>
        (await partStarts(sql, KINDS[name].listed(sql), size)).map((id) => `${name}/${id}.xml`)
      ),
    );
    const addresses = ["pages.xml", ...parts.flat()].map((part) => `${publicUrl}/sitemaps/${part}`);
    return document("sitemapindex", addresses.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>`));
  };

  return new Hono()
    .get("/robots.txt", (c) => {
      const rules = ["User-agent: *", "Disallow: /api/", "Disallow: /admin", "", `Sitemap: ${publicUrl}/sitemap.xml`];
      return c.text(`${rules.join("\n")}\n`, 200, CACHED);
    })
    .get("/sitemap.xml", async (c) => {
      if (!index || deps.now() - index.at >= COUNTED_EACH_MS) index = { xml: await indexXml(), at: deps.now() };
      return c.body(index.xml, 200, XML);
    })
    .get(
      "/sitemaps/pages.xml",
      (c) => c.body(pagesXml(ALWAYS.map((path) => ({ address: publicUrl + path }))), 200, XML),
    )
    .get("/sitemaps/:kind/:file", async (c) => {
      const name = NAMES.find((one) => one === c.req.param("kind"));
      const from = Id.safeParse(c.req.param("file").replace(/\.xml$/, ""));
      if (!name || !from.success) throw new Refusal("not_found", "Not found");
      const { listed, path } = KINDS[name];
      const pages = await partFrom(sql, listed(sql), { from: from.data, size });
      return c.body(pagesXml(pages.map(({ id, at }) => ({ address: publicUrl + path(id), at }))), 200, XML);
    });
}

function pagesXml(pages: readonly (Partial<Pick<ListedPage, "at">> & { readonly address: string })[]): string {
  return document(
    "urlset",
    pages.map(({ address, at }) => {
      const changed = at === undefined ? "" : `<lastmod>${new Date(at).toISOString()}</lastmod>`;
      return `<url><loc>${escaped(address)}</loc>${changed}</url>`;
    }),
  );
}

function document(root: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</${root}>
`;
}
