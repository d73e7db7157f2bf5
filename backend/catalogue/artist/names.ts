import { creatorsNamed, findCreator } from "../../../projections/creators.ts";
import { nameKey, nameKeysIn } from "../../contract/name_key.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";

/** The artist's own name; undefined for who has no page yet. */
export async function ownArtistName(
  { store: { sql } }: Pick<Deps, "store">,
  ownerId: string,
): Promise<string | undefined> {
  return (await findCreator(sql, ownerId))?.name;
}

/**
 * Lets nobody take another artist's name for their own, however it is written: an account's own name and any other text
 * pass. Throws Refusal `artist_name_taken`.
 */
export async function assertOwnName(
  deps: Pick<Deps, "store">,
  { artist, ownerId }: { readonly artist: string; readonly ownerId: string },
): Promise<void> {
  const own = await ownArtistName(deps, ownerId);
  const ownKey = own === undefined ? "" : nameKey(own);
  if (ownKey !== "" && nameKey(artist) === ownKey) return;
  const keys = nameKeysIn(artist).filter((key) => key !== ownKey);
  const found = keys.length === 0 ? [] : await creatorsNamed(deps.store.sql, keys);
  const other = found.find(({ creatorId }) => creatorId !== ownerId);
  if (!other) return;
  const words = `“${other.name}” is another artist on Orin. Use your own name, and name them as a featured artist: ` +
    "they are shown on the song as soon as they accept.";
  throw new Refusal("artist_name_taken", words, { field: "artist" });
}
