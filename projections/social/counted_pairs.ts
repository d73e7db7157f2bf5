import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Tx } from "../../backend/store/sql.ts";

/** The names of two tables: pairs of a thing and a user, and how many users each thing is paired with. */
export interface CountedPairs {
  readonly pairs: string;
  /** Column of the thing, in both tables. */
  readonly thingId: string;
  readonly userId: string;
  /** Column of the moment at which the pair came. */
  readonly since: string;
  readonly counts: string;
  readonly count: string;
}

/** That something came, or that it went; `key` says which thing it is. */
interface Word<Row> {
  readonly key: string;
  readonly row: Row;
  readonly isThere: boolean;
}

/**
 * What a batch of words, in their order, makes of each thing. What went and came back is among both `came` and
 * `returned`: it is there since it came back, in whatever batches the words are. What is there already stays as it is.
 */
export function foldWords<Row>(words: readonly Word<Row>[]): Record<"came" | "went" | "returned", Row[]> {
  const [came, went, returned] = [new Map<string, Row>(), new Map<string, Row>(), new Map<string, Row>()];
  for (const { key, row, isThere } of words) {
    if (!isThere) {
      came.delete(key);
      returned.delete(key);
      went.set(key, row);
    } else if (!came.has(key)) {
      if (went.delete(key)) returned.set(key, row);
      came.set(key, row);
    }
  }
  return { came: [...came.values()], went: [...went.values()], returned: [...returned.values()] };
}

/** `at` in epoch ms. */
interface Pair {
  readonly thingId: string;
  readonly userId: string;
  readonly at: number;
}

/** Adds the pairs that came and deletes those that went, with their counts. A pair that exists already counts once. */
export async function changePairs(tx: Tx, names: CountedPairs, words: readonly Word<Pair>[]): Promise<void> {
  const { came, went, returned } = foldWords(words);
  if (returned.length > 0) await change(tx, names, { came: [], went: returned });
  await change(tx, names, { came, went });
}

async function change(
  tx: Tx,
  names: CountedPairs,
  { came, went }: { came: readonly Pair[]; went: readonly Pair[] },
): Promise<void> {
  const { pairs, thingId, userId, since, counts, count } = quoted(tx, names);
  // A check also looks at the row that an upsert proposes, so counts start at zero in a statement of their own.
  await tx`
    insert into ${counts} (${thingId}, ${count})
    select distinct thing_id, 0 from ${rowsOf(tx, came, { uuid: ["thingId"] })} as came
    on conflict do nothing`;
  await tx`
    with came as (
      insert into ${pairs} (${thingId}, ${userId}, ${since})
      select * from ${rowsOf(tx, came, { uuid: ["thingId", "userId"], ms: ["at"] })} as came
      on conflict do nothing
      returning ${thingId} as thing
    ), went as (
      delete from ${pairs} using ${rowsOf(tx, went, { uuid: ["thingId", "userId"] })} as gone
      where ${pairs}.${thingId} = gone.thing_id and ${pairs}.${userId} = gone.user_id
      returning gone.thing_id as thing
    ), changes as (
      select thing, sum(change)::int as change
      from (select thing, 1 as change from came union all select thing, -1 from went) as both_ways
      group by thing
    )
    update ${counts} set ${count} = ${counts}.${count} + changes.change
    from changes where ${counts}.${thingId} = changes.thing`;
}

/** Deletes the pairs of users who are erased; the counts follow. */
export async function forgetPairsOf(tx: Tx, names: CountedPairs, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const { pairs, thingId, userId, counts, count } = quoted(tx, names);
  await tx`
    with gone as (
      delete from ${pairs} where ${userId} = any(${[...userIds]}::uuid[]) returning ${thingId} as thing
    ), fewer as (
      select thing, count(*)::int as users from gone group by thing
    )
    update ${counts} set ${count} = ${counts}.${count} - fewer.users
    from fewer where ${counts}.${thingId} = fewer.thing`;
}

function quoted(tx: Tx, { pairs, thingId, userId, since, counts, count }: CountedPairs) {
  return {
    ...{ pairs: tx(pairs), thingId: tx(thingId), userId: tx(userId), since: tx(since) },
    ...{ counts: tx(counts), count: tx(count) },
  };
}
