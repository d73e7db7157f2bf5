import type { SupportersThanked } from "../../backend/gifts/thanks/events.ts";
import type { ContentHidden, ContentShown } from "../../backend/moderation/events.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import { bigint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const SUPPORTER_THANKS = table("supporter_thanks", {
  thanksId: uuid,
  artistId: uuid,
  content: text,
  givenFrom: bigint,
  givenUntil: bigint.check("given_until > given_from"),
  at: bigint,
}, { key: ["thanksId"], erase: ["artistId"], indexes: { supporter_thanks_newest: "(artist_id, at desc)" } });

const HIDDEN_WORDS = table("hidden_words", {
  subjectId: uuid,
  ownerId: uuid,
}, { key: ["subjectId"], erase: ["ownerId"], indexes: { hidden_words_of: "(owner_id)" } });

/**
 * What artists said to all who gave, and which words of artists a moderator hides: of a thank-you for one gift, the gift's
 * id. Inline: artists see their thank-you immediately.
 */
export const supporterThanks = projection<SupportersThanked | ContentHidden | ContentShown>({
  name: "supporter_thanks",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [SUPPORTER_THANKS, HIDDEN_WORDS],
  handlers: {
    SupportersThanked: (tx, { data: { from: givenFrom, until: givenUntil, ...data }, recordedAt: at }) =>
      SUPPORTER_THANKS.insert(tx, { ...data, givenFrom, givenUntil, at }),
    ContentHidden: (tx, { data }) => data.kind === "post" ? HIDDEN_WORDS.add(tx, data) : undefined,
    ContentShown: (tx, { data: { kind, subjectId } }) =>
      kind === "post" ? HIDDEN_WORDS.delete(tx, { subjectId }) : undefined,
  },
});

/** A thank-you to all who gave after `from` and until `until`; times in epoch ms. */
export interface ThanksRow {
  readonly thanksId: string;
  readonly artistId: string;
  readonly content: Sealed;
  readonly from: number;
  readonly until: number;
  readonly at: number;
  readonly isHidden: boolean;
}

/** All that these artists said to all, the newest first. */
export async function thanksOf(sql: Sql | Tx, artistIds: readonly string[]): Promise<ThanksRow[]> {
  if (artistIds.length === 0) return [];
  return await sql<ThanksRow[]>`
    ${thanks(sql)} where artist_id = any(${[...artistIds]}::uuid[]) order by at desc, thanks_id desc`;
}

/** Thank-yous by id; those of erased artists are missing from the map. */
export async function findThanks(sql: Sql | Tx, thanksIds: readonly string[]): Promise<Map<string, ThanksRow>> {
  if (thanksIds.length === 0) return new Map();
  const rows = await sql<ThanksRow[]>`${thanks(sql)} where thanks_id = any(${[...thanksIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.thanksId, row]));
}

function thanks(sql: Sql | Tx) {
  return sql`
    select thanks_id, artist_id, content, given_from as from, given_until as until, at,
      hidden_words.subject_id is not null as is_hidden
    from supporter_thanks left join hidden_words on subject_id = thanks_id`;
}

/** Which of these words a moderator hides. */
export async function hiddenWords(sql: Sql | Tx, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await HIDDEN_WORDS.byIds(sql, ids)).keys());
}
