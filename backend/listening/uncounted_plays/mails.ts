import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { longDay } from "../../contract/long_day.ts";
import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import { derivedId } from "../../store/log/ids.ts";

const MOST_LINES = 20;

/** Plays of a track that no longer count, or count again. */
interface Changed {
  readonly trackId: string;
  readonly plays: number;
}

/**
 * Tells each artist of these tracks how many plays count no longer, or again: one mail an artist, and none the second
 * time with the same `causeId`. It says nothing about who played them.
 */
export async function mailArtists(
  deps: Pick<Deps, "jobs" | "personal" | "store">,
  { changed, causeId, at, isBack }: {
    readonly changed: readonly Changed[];
    readonly causeId: string;
    readonly at: number;
    readonly isBack: boolean;
  },
): Promise<void> {
  const facts = await trackFacts(deps.store.sql, changed.map(({ trackId }) => trackId));
  const byArtist = Map.groupBy(changed, ({ trackId }) => facts.get(trackId)?.ownerId);
  for (const [artistId, tracks] of byArtist) {
    if (artistId === undefined) continue;
    const plays = playsOf(tracks.reduce((sum, track) => sum + track.plays, 0));
    const lines = tracks.slice(0, MOST_LINES).map((track) => (
      `${facts.get(track.trackId)?.title ?? "A removed song"}: ${playsOf(track.plays)}`
    ));
    const more = tracks.length - lines.length;
    const notice = {
      subject: isBack ? `We count ${plays} again` : `We removed ${plays} from your figures`,
      heading: isBack ? "Some plays count again" : "Some plays no longer count",
      lines: [
        isBack
          ? `On ${
            longDay(at)
          } we looked at it again: ${plays} of your songs count in your statistics and the charts again.`
          : `On ${longDay(at)} we removed ${plays} from accounts that did not listen. ` +
            "They no longer count in your statistics or in the charts. Your gifts and your earnings stay as they are.",
        ...lines,
        ...(more > 0 ? [`And ${more} more songs`] : []),
      ],
      link: { label: "See your statistics", path: "/creator-dashboard" },
    };
    await mailMoney(deps, { mailId: derivedId(causeId, `artist ${artistId}`), userId: artistId, at, notice });
  }
}

function playsOf(count: number): string {
  return `${count.toLocaleString("en-NG")} ${count === 1 ? "play" : "plays"}`;
}
