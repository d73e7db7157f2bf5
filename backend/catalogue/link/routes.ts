import * as calls from "../../contract/calls/artists.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { creatorOfHandle } from "../../../projections/catalogue/artist_links.ts";
import { findCreator } from "../../../projections/catalogue/creators.ts";
import { listTracks } from "../../../projections/catalogue/tracks.ts";
import { SOURCE } from "../../contract/artist_link.ts";
import { socialUrls } from "../../contract/social_links.ts";
import type { Deps } from "../../deps.ts";
import { withPreview } from "../../http/page_head.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { pagePreviews } from "../track/page_previews.ts";
import { chooseLink } from "./choose.ts";
import { countUse, linkOf } from "./counts.ts";
import { linkPageOf } from "./page.ts";

const MOST_SONGS = 500;
const CHOICES_AN_HOUR = 10;
const PLATFORMS = { twitter: "X", instagram: "Instagram", linkedin: "LinkedIn", facebook: "Facebook" } as const;

/** Artists' link pages: light, without a script, and counted by the source in the link alone. */
export function linkRoutes(deps: Deps) {
  const { config: { publicUrl }, store: { sql } } = deps;
  const preview = pagePreviews(deps);

  const artistOf = async (c: Context) => {
    const creatorId = await creatorOfHandle(sql, (c.req.param("handle") ?? "").toLowerCase());
    return creatorId === undefined ? undefined : await findCreator(sql, creatorId);
  };
  const count = (c: Context, use: { creatorId: string; what: "opened" | "follows"; from: string }) =>
    countUse(deps, { ...use, browser: c.req.header("user-agent") });

  return new Routes(deps)
    .serve(calls.sharePage, async (c) => {
      const artist = await artistOf(c);
      if (!artist) return c.redirect("/artists", 302);
      const { creatorId, name, bio, pictureUrl, social } = artist;
      const { from } = c.req.valid("query");
      const [{ tracks }, shown] = await Promise.all([
        listTracks(sql, { limit: MOST_SONGS, ownerId: creatorId }),
        preview(new URL(`/artists/${creatorId}`, publicUrl)),
        count(c, { creatorId, what: "opened", from }),
      ]);
      const path = new URL(c.req.url).pathname;
      const links = Object.entries(socialUrls(social)).map(([site, url]) => (
        { name: PLATFORMS[site as keyof typeof PLATFORMS], url }
      ));
      const page = withPreview(
        linkPageOf({
          ...{ name, bio, pictureUrl, links, pageUrl: `/artists/${creatorId}?from=link` },
          followUrl: `${path}/follow${SOURCE.test(from) ? `?from=${from}` : ""}`,
          songs: tracks.map(({ trackId, title, durationMs, coverImageUrl }) => (
            {
              url: `/track/${trackId}?from=link`,
              title,
              durationMs,
              cover: coverImageUrl.replace(/\/512\.(\w+)$/, "/64.$1"),
            }
          )),
        }),
        shown,
      );
      return c.html(page, 200, { "cache-control": "no-cache" });
    })
    .serve(calls.followFromShare, async (c) => {
      const artist = await artistOf(c);
      if (!artist) return c.redirect("/artists", 302);
      await count(c, { creatorId: artist.creatorId, what: "follows", ...c.req.valid("query") });
      return c.redirect(`/artists/${artist.creatorId}?from=link`, 302);
    })
    .serve(calls.getArtistLink, async (c) => {
      return c.json(await linkOf(deps, c.var.session.userId), 200);
    })
    .serve(calls.changeArtistLink, async (c) => {
      const { userId: creatorId } = c.var.session;
      await takeTurn(deps, { kind: "artist link", perHour: CHOICES_AN_HOUR, of: creatorId });
      await chooseLink(deps, { creatorId, ...c.req.valid("json"), metadata: metadataOf(c, creatorId) });
      return c.json(await linkOf(deps, creatorId), 200);
    });
}
