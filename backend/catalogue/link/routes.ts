import { type Context, Hono } from "hono";
import { creatorOfHandle, handlesOf } from "../../../projections/artist_links.ts";
import { findCreator } from "../../../projections/creators.ts";
import { listTracks } from "../../../projections/tracks.ts";
import { type ArtistLink, LINK_DAYS, LINK_PATH, SOURCE } from "../../contract/artist_link.ts";
import { lagosDay } from "../../contract/policy.ts";
import { ArtistLinkRequest, LinkQuery } from "../../contract/requests/artist_link.ts";
import { socialUrls } from "../../contract/social_links.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { requireCreator } from "../../http/session.ts";
import { jsonBody, queryParams } from "../../http/validate.ts";
import { pagePreviews } from "../track/page_previews.ts";
import { chooseLink } from "./choose.ts";
import { linkPageOf } from "./page.ts";
import { countLink, type LinkCounted, readLinkCounts } from "./table.ts";

const MOST_SONGS = 500;
const CHOICES_AN_HOUR = 10;
const DAY_MS = 24 * 3_600_000;
/** What fetches a page to show a preview of its link, and others that are nobody. */
const ROBOT = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|slurp|curl|wget|python|headless/i;
const PLATFORMS = { twitter: "X", instagram: "Instagram", linkedin: "LinkedIn", facebook: "Facebook" } as const;

/** Artists' link pages: light, without a script, and counted by the source in the link alone. */
export function linkRoutes(deps: Deps) {
  const { config: { publicUrl }, store: { sql } } = deps;
  const preview = pagePreviews(deps);

  const artistOf = async (c: Context) => {
    const creatorId = await creatorOfHandle(sql, (c.req.param("handle") ?? "").toLowerCase());
    return creatorId === undefined ? undefined : await findCreator(sql, creatorId);
  };
  const count = async (c: Context, creatorId: string, what: LinkCounted, from: string) => {
    if (ROBOT.test(c.req.header("user-agent") ?? "bot")) return;
    const source = SOURCE.test(from) ? from : "";
    // The page works from what there is, also where nothing can be counted.
    await countLink(sql, { creatorId, day: lagosDay(deps.now()), source, what })
      .catch((error) => deps.log("A link page could not be counted", error));
  };

  return new Hono()
    .get(`${LINK_PATH}:handle`, queryParams(LinkQuery), async (c) => {
      const artist = await artistOf(c);
      if (!artist) return c.redirect("/artists", 302);
      const { creatorId, name, bio, pictureUrl, social } = artist;
      const { from } = c.req.valid("query");
      const [{ tracks }, shown] = await Promise.all([
        listTracks(sql, { limit: MOST_SONGS, ownerId: creatorId }),
        preview(new URL(`/artists/${creatorId}`, publicUrl)),
        count(c, creatorId, "opened", from),
      ]);
      const path = new URL(c.req.url).pathname;
      const links = Object.entries(socialUrls(social)).map(([site, url]) => (
        { name: PLATFORMS[site as keyof typeof PLATFORMS], url }
      ));
      const page = linkPageOf({
        ...{ name, bio, pictureUrl, links, pageUrl: `/artists/${creatorId}` },
        followUrl: `${path}/follow${SOURCE.test(from) ? `?from=${from}` : ""}`,
        songs: tracks.map(({ trackId, title, durationMs, coverImageUrl }) => (
          { url: `/track/${trackId}`, title, durationMs, cover: coverImageUrl.replace(/\/512\.(\w+)$/, "/64.$1") }
        )),
      }, shown);
      return c.html(page, 200, { "cache-control": "no-cache" });
    })
    .get(`${LINK_PATH}:handle/follow`, queryParams(LinkQuery), async (c) => {
      const artist = await artistOf(c);
      if (!artist) return c.redirect("/artists", 302);
      await count(c, artist.creatorId, "follows", c.req.valid("query").from);
      return c.redirect(`/artists/${artist.creatorId}`, 302);
    })
    .get("/api/v1/artist-link", requireCreator(deps), async (c) => {
      return c.json(await linkOf(deps, c.var.session.userId), 200);
    })
    .put("/api/v1/artist-link", requireCreator(deps), jsonBody(ArtistLinkRequest), async (c) => {
      const { userId: creatorId } = c.var.session;
      await takeTurn(deps, { kind: "artist link", perHour: CHOICES_AN_HOUR, of: creatorId });
      await chooseLink(deps, { creatorId, ...c.req.valid("json"), metadata: metadataOf(c, creatorId) });
      return c.json(await linkOf(deps, creatorId), 200);
    });
}

async function linkOf({ config, now, store: { sql } }: Deps, creatorId: string): Promise<ArtistLink> {
  const from = lagosDay(now() - (LINK_DAYS - 1) * DAY_MS);
  const [handles, sources] = await Promise.all([handlesOf(sql, creatorId), readLinkCounts(sql, { creatorId, from })]);
  const [handle = null] = handles;
  const sumOf = (what: LinkCounted) => sources.reduce((sum, one) => sum + one[what], 0);
  return {
    ...{ handle, handles, sources, opened: sumOf("opened"), follows: sumOf("follows") },
    url: handle === null ? null : `${config.publicUrl}${LINK_PATH}${handle}`,
  };
}
