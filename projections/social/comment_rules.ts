import type { PersonBlocked, PersonUnblocked } from "../../backend/social/block/events.ts";
import type { CommentRulesSet } from "../../backend/social/comment_rules/events.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import { boolean, moment, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const COMMENT_RULES = table("comment_rules", {
  artistId: uuid,
  words: text,
  holdFirst: boolean,
}, { key: ["artistId"], erase: ["artistId"] });

const PERSON_BLOCKS = table("person_blocks", {
  userId: uuid,
  personId: uuid,
  blockId: uuid.unique,
  blockedAt: moment,
}, { key: ["userId", "personId"], erase: ["userId", "personId"], indexes: { person_blocks_of: "(person_id)" } });

/** Which comments artists want to see first, and who has blocked whom. Inline: each new comment is held against it. */
export const commentRules = projection<CommentRulesSet | PersonBlocked | PersonUnblocked>({
  name: "comment_rules",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [COMMENT_RULES, PERSON_BLOCKS],
  handlers: {
    CommentRulesSet: (tx, { data }) => COMMENT_RULES.put(tx, data),
    PersonBlocked: (tx, { data, recordedAt: blockedAt }) =>
      tx`insert into person_blocks ${PERSON_BLOCKS.values(tx, [{ ...data, blockedAt }])} on conflict do nothing`,
    PersonUnblocked: (tx, { data: { blockId } }) => PERSON_BLOCKS.delete(tx, { blockId }),
  },
});

/** What an artist wants to see first; undefined where nothing was said. The artist's key opens `words`. */
export async function findCommentRules(
  sql: Sql | Tx,
  artistId: string,
): Promise<{ readonly words: Sealed; readonly holdFirst: boolean } | undefined> {
  return await COMMENT_RULES.find(sql, artistId);
}

/** Someone whom a person has blocked; `at` in epoch ms. */
interface Block {
  readonly blockId: string;
  readonly personId: string;
  readonly at: number;
}

/** Whom a person has blocked, the newest first. */
export async function blocksOf(sql: Sql | Tx, userId: string): Promise<Block[]> {
  return await sql<Block[]>`
    select block_id, person_id, blocked_at as at from person_blocks where user_id = ${userId}
    order by blocked_at desc, block_id`;
}

/** The same as ids alone. */
export async function blockedBy(sql: Sql | Tx, userId: string): Promise<Set<string>> {
  const rows = await sql<{ personId: string }[]>`select person_id from person_blocks where user_id = ${userId}`;
  return new Set(rows.map((row) => row.personId));
}

/** Whom a person has blocked, and who has blocked them. */
export async function blockPeersOf(sql: Sql | Tx, userId: string): Promise<Set<string>> {
  const rows = await sql<{ personId: string }[]>`
    select person_id from person_blocks where user_id = ${userId}
    union select user_id from person_blocks where person_id = ${userId}`;
  return new Set(rows.map((row) => row.personId));
}

/** Whether one of these people has blocked someone. */
export async function isBlocked(
  sql: Sql | Tx,
  { by, personId }: { readonly by: readonly string[]; readonly personId: string },
): Promise<boolean> {
  const [row] = await sql<{ is: boolean }[]>`
    select exists (
      select from person_blocks where user_id = any(${[...by]}::uuid[]) and person_id = ${personId}
    ) as is`;
  return row?.is ?? false;
}
