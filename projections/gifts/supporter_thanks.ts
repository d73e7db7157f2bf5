import type { SupportersThanked } from "../../backend/gifts/thanks/events.ts";
import type { ContentHidden, ContentShown } from "../../backend/moderation/events.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, ddlOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent } from "../account_closings.ts";

type ThanksEvent = SupportersThanked | ContentHidden | ContentShown;

const SUPPORTER_THANKS = table("supporter_thanks", {
  thanksId: uuid,
  artistId: uuid,
  content: text,
  givenFrom: bigint,
  givenUntil: bigint.check("given_until > given_from"),
  at: bigint,
}, { key: ["thanksId"], indexes: { supporter_thanks_newest: "(artist_id, at desc)" } });

const HIDDEN_WORDS = table("hidden_words", {
  subjectId: uuid,
  ownerId: uuid,
}, { key: ["subjectId"], indexes: { hidden_words_of: "(owner_id)" } });

/**
 * What artists said to all who gave, and which words of artists a moderator hides: of a thank-you for one gift, the gift's
 * id. Inline: who has thanked sees it at once.
 */
export const supporterThanks: Projection<ThanksEvent | ClosingEvent> = {
  name: "supporter_thanks",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["SupportersThanked", "ContentHidden", "ContentShown", ...CLOSING_EVENTS],
  tables: ddlOf(SUPPORTER_THANKS, HIDDEN_WORDS),

  async apply(tx, events) {
    for (const event of events) await fold(tx, event);
  },
};

async function fold(tx: Tx, event: Parameters<typeof supporterThanks.apply>[1][number]): Promise<void> {
  switch (event.type) {
    case "SupportersThanked": {
      const { thanksId, artistId, content, from, until } = event.data;
      await tx`
        insert into supporter_thanks (thanks_id, artist_id, content, given_from, given_until, at)
        values (${thanksId}, ${artistId}, ${content}, ${from}, ${until}, ${event.recordedAt})`;
      return;
    }
    case "ContentHidden":
      if (event.data.kind !== "post") return;
      await tx`
        insert into hidden_words (subject_id, owner_id) values (${event.data.subjectId}, ${event.data.ownerId})
        on conflict do nothing`;
      return;
    case "ContentShown":
      if (event.data.kind === "post") await tx`delete from hidden_words where subject_id = ${event.data.subjectId}`;
      return;
    case "AccountErased":
      await tx`delete from supporter_thanks where artist_id = ${event.data.userId}`;
      await tx`delete from hidden_words where owner_id = ${event.data.userId}`;
      return;
    case "AccountClosed":
    case "AccountReopened":
      return;
  }
}

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
  const rows = await sql<DbRow[]>`
    select thanks.*, hidden_words.subject_id is not null as hidden
    from supporter_thanks as thanks left join hidden_words on subject_id = thanks_id
    where artist_id = any(${[...artistIds]}::uuid[]) order by at desc, thanks_id desc`;
  return rows.map(thanksRow);
}

/** Thank-yous by id; of somebody erased they are missing from the map. */
export async function findThanks(sql: Sql | Tx, thanksIds: readonly string[]): Promise<Map<string, ThanksRow>> {
  if (thanksIds.length === 0) return new Map();
  const rows = await sql<DbRow[]>`
    select thanks.*, hidden_words.subject_id is not null as hidden
    from supporter_thanks as thanks left join hidden_words on subject_id = thanks_id
    where thanks_id = any(${[...thanksIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.thanksId, thanksRow(row)]));
}

/** Which of these words a moderator hides. */
export async function hiddenWords(sql: Sql | Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await sql<{ subjectId: string }[]>`
    select subject_id from hidden_words where subject_id = any(${[...ids]}::uuid[])`;
  return new Set(rows.map((row) => row.subjectId));
}

interface DbRow {
  thanksId: string;
  artistId: string;
  content: string;
  givenFrom: number;
  givenUntil: number;
  at: number;
  hidden: boolean;
}

function thanksRow(row: DbRow): ThanksRow {
  return {
    ...{ thanksId: row.thanksId, artistId: row.artistId, content: row.content, at: row.at, isHidden: row.hidden },
    ...{ from: row.givenFrom, until: row.givenUntil },
  };
}
