import { handlesOf } from "../../../projections/catalogue/artist_links.ts";
import { type ArtistLink, LINK_DAYS, LINK_PATH, SOURCE } from "../../contract/artist_link.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { countLink, type LinkCounted, readLinkCounts } from "./table.ts";

const DAY_MS = 24 * 3_600_000;
/** What fetches a page to show a preview of its link, and other programs. */
const ROBOT = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|slurp|curl|wget|python|headless/i;

/**
 * Counts that a link page was opened, or its Follow pressed, for the source in the link: nothing about who. Robots do not
 * count, and the page works where nothing can be counted.
 */
export async function countUse(
  deps: Pick<Deps, "store" | "now" | "log">,
  { creatorId, what, from, browser = "bot" }: {
    creatorId: string;
    what: LinkCounted;
    from: string;
    browser: string | undefined;
  },
): Promise<void> {
  if (ROBOT.test(browser)) return;
  const source = SOURCE.test(from) ? from : "";
  await countLink(deps.store.sql, { creatorId, day: lagosDay(deps.now()), source, what })
    .catch((error) => deps.log("A link page could not be counted", error));
}

/** An artist's link page as they see it, with what was counted in the last days. */
export async function linkOf({ config, now, store: { sql } }: Deps, creatorId: string): Promise<ArtistLink> {
  const from = lagosDay(now() - (LINK_DAYS - 1) * DAY_MS);
  const [handles, sources] = await Promise.all([handlesOf(sql, creatorId), readLinkCounts(sql, { creatorId, from })]);
  const [handle = null] = handles;
  const sumOf = (what: LinkCounted) => sources.reduce((sum, one) => sum + one[what], 0);
  return {
    ...{ handle, handles, sources, opened: sumOf("opened"), follows: sumOf("follows") },
    url: handle === null ? null : `${config.publicUrl}${LINK_PATH}${handle}`,
  };
}
