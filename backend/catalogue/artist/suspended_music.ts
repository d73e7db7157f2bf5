import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { holdArtist, holdMusic, liftArtistHold } from "./hold.ts";

/** A suspension hides an artist under the artist's own id: there is one at a time. */
export function suspensionHold(artistId: string) {
  return { artistId, hold: "suspension", holdId: artistId, by: "admin" } as const;
}

/** Hides the music of a suspended artist, or shows it again, whole; the same again changes nothing. */
export async function setMusic(
  deps: Pick<Deps, "store">,
  { artistId, music, metadata }: { artistId: string; music: "stays" | "hidden"; metadata: Metadata },
): Promise<void> {
  const hold = suspensionHold(artistId);
  const command = music === "hidden" ? holdArtist : liftArtistHold;
  const { result } = await deps.store.execute(command, hold, { logs: ["social"], metadata });
  if (result.changed || music === "hidden") await holdMusic(deps, hold);
  await deps.store.catchUp(["tracks", "albums", "creators", "search", "renditions"]);
}
