import * as calls from "../../contract/calls/catalogue.ts";
import { Routes } from "../../http/routes.ts";
import type { Context, MiddlewareHandler } from "hono";
import { findTracks, type TrackRow } from "../../../projections/catalogue/tracks.ts";
import { minutesAndSeconds } from "../../contract/duration.ts";
import { lagosDay } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import { Id } from "../../contract/requests/ids.ts";
import type { Deps } from "../../deps.ts";
import { addressOf } from "../../http/address.ts";
import { readFramedPage } from "../../http/framed_page.ts";
import { isEarly } from "../stream/early_access.ts";
import { openStream } from "../stream/open.ts";
import { OEMBED_AGE_S, oembedOf, trackIdOf } from "./oembed.ts";

const GONE = "This song is not on Orin";

/**
 * Songs on other sites. Only this page can be embedded. A listener there counts as a visitor, also with an account: no
 * session is read, so its streams prove no one's plays, and the free plays of visitors are counted.
 */
export function embedRoutes(deps: Deps, { pagesDirectory }: { readonly pagesDirectory: string }) {
  const { config, store: { sql }, listeners } = deps;

  const trackOf = async (said: string | undefined): Promise<TrackRow | undefined> => {
    const id = Id.safeParse(said);
    return id.success ? (await findTracks(sql, [id.data])).get(id.data) : undefined;
  };

  return new Routes(deps)
    .serve(calls.streamEmbedded, openToAll, async (c) => {
      const track = await trackOf(c.req.param("trackId"));
      if (!track) throw new Refusal("not_found", "This song is no longer on Orin");
      const browser = c.req.header("user-agent") ?? "";
      const listener = listeners.embedded({ address: addressOf(deps, c), browser, day: lagosDay(deps.now()) });
      return c.json(await openStream(deps, listener, { track, ...c.req.valid("query") }), 200);
    })
    .serve(calls.getOEmbed, openToAll, async (c) => {
      const { url, format, ...bounds } = c.req.valid("query");
      if (format !== "json") throw new Refusal("format_not_offered", "Orin answers format=json alone");
      const track = await trackOf(trackIdOf(url, hostsOf(c, config.publicUrl)));
      if (!track) throw new Refusal("not_found", "This address is no song on Orin");
      return c.json(oembedOf(track, { origin: config.publicUrl, ...bounds }), 200, {
        "cache-control": `public, max-age=${OEMBED_AGE_S}`,
      });
    })
    .get("/embed/track/:id", async (c) => {
      const page = await readFramedPage(pagesDirectory);
      if (!page) throw new Refusal("not_found", "Not found");
      const track = await trackOf(c.req.param("id"));
      const html = page.fill(track ? fieldsOf(deps, track) : { title: GONE, state: "gone", page: config.publicUrl });
      return c.html(html, track ? 200 : 404, {
        "content-security-policy": page.rules,
        "cache-control": "no-cache",
        vary: "accept-encoding",
        "cross-origin-resource-policy": "cross-origin",
        "referrer-policy": "no-referrer",
      });
    });
}

/** Pages of every origin may read the answer, also a refusal: it holds no personal data. */
const openToAll: MiddlewareHandler = async (c, next) => {
  c.header("access-control-allow-origin", "*");
  await next();
};

/** What the page says of a track. */
function fieldsOf({ config, now }: Deps, track: TrackRow): Record<string, string> {
  const { trackId, title, artist, durationMs, coverImageUrl, earlyUntil } = track;
  return {
    ...{ trackId, title, artist, state: "ready", page: `${config.publicUrl}/track/${trackId}` },
    ...{ seconds: String(Math.floor(durationMs / 1_000)), duration: minutesAndSeconds(durationMs) },
    cover: coverImageUrl.replace(/\/512\.(\w+)$/, "/256.$1"),
    early: isEarly(track, now()) ? new Date(earlyUntil ?? 0).toISOString() : "",
  };
}

/** The names under which the service is reached. */
function hostsOf(c: Context, publicUrl: string): string[] {
  return [new URL(publicUrl).host, new URL(c.req.url).host];
}
