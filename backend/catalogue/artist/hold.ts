import { tracksToHold } from "../../../projections/catalogue/tracks.ts";
import type { Deps } from "../../deps.ts";
import type { Append } from "../../store/log/event.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
import { holdTracks, liftHolds } from "../track/hold.ts";
import { type ArtistHeld, type ArtistHoldLifted, artistHoldStream } from "./events.ts";
import {
  type ArtistHolds,
  decideHoldArtist,
  decideLiftArtist,
  evolveArtistHolds,
  isHeldBy,
  NO_HOLDS,
} from "./holds.ts";

type HoldOfArtist = ArtistHeld["data"];

/** What holds artists, by their ids. */
export const artistHolds = streamsOf<string, ArtistHolds, ArtistHeld | ArtistHoldLifted>({
  log: "social",
  stream: artistHoldStream,
  initial: NO_HOLDS,
  evolve: evolveArtistHolds,
});

/** The artists that a group decides on. */
export type HeldArtists = Streams<string, ArtistHolds, ArtistHeld | ArtistHoldLifted>;

/** Hides an artist; `holdMusic` makes their songs follow. */
export const holdArtist = artistHolds.handler("holdArtist", {
  id: ({ artistId }: HoldOfArtist) => artistId,
  decide: decideHoldArtist,
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** Ends a hold of an artist; `holdMusic` makes their songs follow. */
export const liftArtistHold = artistHolds.handler("liftArtistHold", {
  id: ({ artistId }: HoldOfArtist) => artistId,
  decide: decideLiftArtist,
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** What hiding an artist appends, for commands that decide on more. */
export function holdOneArtist(artists: HeldArtists, hold: HoldOfArtist): Append[] {
  return artists.add(hold.artistId, decideHoldArtist(artists.of(hold.artistId), hold));
}

/** The same for the end of it. */
export function liftOneArtist(artists: HeldArtists, hold: HoldOfArtist): Append[] {
  return artists.add(hold.artistId, decideLiftArtist(artists.of(hold.artistId), hold));
}

const AT_ONCE = 200;
const LISTED_MS = 20_000;

/**
 * Makes all songs of an artist follow a hold as it is now: held, or lifted. Songs that come later are held by their upload.
 * Idempotent: it runs right after the command, and once more from the log, so that no crash leaves a song behind.
 */
export async function holdMusic(
  { store }: Pick<Deps, "store">,
  { artistId, hold, holdId, by }: HoldOfArtist,
): Promise<void> {
  // Uploads from before the hold have to be listed.
  if (!await store.catchUp(["tracks"], { timeoutMs: LISTED_MS })) {
    throw new Error("The lists are behind the log: try again");
  }
  const [holds, trackIds] = [await artistHolds.states(store.sql, [artistId]), await tracksToHold(store.sql, artistId)];
  const command = isHeldBy(holds(artistId), { hold, holdId }) ? holdTracks : liftHolds;
  const options = { logs: ["social"], metadata: { actor: "system:moderation" } } as const;
  for (let from = 0; from < trackIds.length; from += AT_ONCE) {
    await store.execute(command, { hold, holdId, by, trackIds: trackIds.slice(from, from + AT_ONCE) }, options);
  }
}
