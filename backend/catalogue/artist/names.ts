import { creatorsNamed, findCreator } from "../../../projections/catalogue/creators.ts";
import { creditedKeysIn, nameKey, nameKeysIn } from "../../contract/name_key.ts";
import { Refusal } from "../../contract/refusal.ts";
import { assertNotOrin } from "../../contract/speaks_for_orin.ts";
import type { Deps } from "../../deps.ts";

/** The artist's own name; undefined for who has no page yet. */
export async function ownArtistName(
  { store: { sql } }: Pick<Deps, "store">,
  ownerId: string,
): Promise<string | undefined> {
  return (await findCreator(sql, ownerId))?.name;
}

/**
 * Refuses an artist name that belongs to another artist, or to Orin, in any spelling: an account's own name and any
 * other text pass. Throws Refusal `artist_name_taken`.
 */
export async function assertOwnName(
  deps: Pick<Deps, "store">,
  { artist, ownerId }: { readonly artist: string; readonly ownerId: string },
): Promise<void> {
  const own = await ownArtistName(deps, ownerId);
  const ownKey = own === undefined ? "" : nameKey(own);
  if (ownKey !== "" && nameKey(artist) === ownKey) return;
  assertNotOrin(artist);
  const other = await anotherOf(deps, { keys: nameKeysIn(artist), ownKey, ownerId });
  if (!other) return;
  const words = `“${other}” is another artist on Orin. Use your own name, and name them as a featured artist: ` +
    "they are shown on the song as soon as they accept.";
  throw new Refusal("artist_name_taken", words, { field: "artist" });
}

/**
 * Lets no title credit another artist, as featured or in front of it: they are shown once they accept. Names inside of a
 * title, such as whom it praises, pass. Throws Refusal `artist_name_taken`.
 */
export async function assertOwnTitle(
  deps: Pick<Deps, "store">,
  { title, ownerId }: { readonly title: string; readonly ownerId: string },
): Promise<void> {
  const keys = creditedKeysIn(title);
  if (keys.length === 0) return;
  const ownKey = nameKey(await ownArtistName(deps, ownerId) ?? "");
  const other = await anotherOf(deps, { keys, ownKey, ownerId });
  if (!other) return;
  const words =
    `“${other}” is another artist on Orin. Leave them out of the title, and name them as a featured artist: ` +
    "they are shown on the song as soon as they accept.";
  throw new Refusal("artist_name_taken", words, { field: "title" });
}

/** The name of another artist that is among these. */
async function anotherOf(
  { store: { sql } }: Pick<Deps, "store">,
  { keys, ownKey, ownerId }: { readonly keys: readonly string[]; readonly ownKey: string; readonly ownerId: string },
): Promise<string | undefined> {
  const others = keys.filter((key) => key !== ownKey);
  const found = others.length === 0 ? [] : await creatorsNamed(sql, others);
  return found.find(({ creatorId }) => creatorId !== ownerId)?.name;
}
