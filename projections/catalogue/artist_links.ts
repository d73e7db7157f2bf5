import type { CreatorProfileSet } from "../../backend/catalogue/artist/events.ts";
import type { ArtistLinkChosen } from "../../backend/catalogue/link/events.ts";
import { folded } from "../../backend/contract/normalize_text.ts";
import { bigint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const ARTIST_LINKS = table("artist_links", {
  handle: text,
  creatorId: uuid,
  chosenAt: bigint,
}, { key: ["handle"], erase: ["creatorId"], indexes: { artist_links_of: "(creator_id, chosen_at desc)" } });

const ARTIST_LETTERS = table("artist_letters", {
  creatorId: uuid,
  letters: text,
}, { key: ["creatorId"], erase: ["creatorId"], indexes: { artist_letters_by_letters: "(letters)" } });

/** The short addresses of artists' pages, and their names letter by letter. Inline: what was chosen works immediately. */
export const artistLinks = projection<ArtistLinkChosen | CreatorProfileSet>({
  name: "artist_links",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [ARTIST_LINKS, ARTIST_LETTERS],
  handlers: {
    CreatorProfileSet: (tx, { data: { creatorId, name } }) =>
      ARTIST_LETTERS.put(tx, { creatorId, letters: lettersOf(name) }),
    ArtistLinkChosen: (tx, { data: { handle, creatorId }, recordedAt }) =>
      tx`
        insert into artist_links (handle, creator_id, chosen_at) values (${handle}, ${creatorId}, ${recordedAt})
        on conflict (handle) do update set chosen_at = excluded.chosen_at`,
  },
});

/** A name without marks, hooks, spaces and hyphens: "Zee Ɗanjuma" and zee-danjuma are one. */
function lettersOf(name: string): string {
  return folded(name).replaceAll(" ", "");
}

/** Artists whose names have the letters of a handle. */
export async function namesakesOf(sql: Sql | Tx, handle: string): Promise<string[]> {
  const rows = await ARTIST_LETTERS.list(sql, { letters: lettersOf(handle) }, { limit: 100 });
  return rows.map((row) => row.creatorId);
}

/** Whose page a handle leads to. */
export async function creatorOfHandle(sql: Sql | Tx, handle: string): Promise<string | undefined> {
  return (await ARTIST_LINKS.find(sql, handle))?.creatorId;
}

/** An artist's handles, the one that is shown first. */
export async function handlesOf(sql: Sql | Tx, creatorId: string): Promise<string[]> {
  const rows = await ARTIST_LINKS.list(sql, { creatorId }, { order: "chosen_at desc, handle" });
  return rows.map(({ handle }) => handle);
}
