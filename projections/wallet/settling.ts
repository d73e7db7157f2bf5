import type { Policy } from "../../backend/contract/policy_rules.ts";
import { readDetailAt, readIncoming } from "../../backend/ledger/entries.ts";
import { settlingAccount } from "../../backend/ledger/chart.ts";
import type { TransferPosted } from "../../backend/ledger/transfer.ts";
import { anyOf, plainArray, rowsOf } from "../../backend/store/projections/columns.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import { readStreams } from "../../backend/store/log/read.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import {
  bigint,
  boolean,
  moment,
  type RowOf,
  smallint,
  table,
  text,
  typed,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import type { RewardPart, SettlingEvent } from "../../backend/wallet/settling/events.ts";
import { NOTHING_SETTLES, type Settling } from "../../backend/wallet/settling/state.ts";

const SETTLING = table("settling", {
  shard: smallint,
  userId: uuid,
  through: bigint.default("0"),
  beyond: typed<number[]>("bigint[]").default("'{}'"),
  frozenAt: moment.optional,
  frozenReason: text.optional,
}, { key: ["shard", "userId"], fillfactor: 70 });

const VOIDED_REWARDS = table("voided_rewards", {
  shard: smallint,
  userId: uuid,
  position: bigint,
  playId: uuid,
  units: bigint.check("units > 0"),
  reason: text,
  voidedAt: moment,
  givenBackAt: moment.optional,
}, { key: ["shard", "userId", "position", "playId"], indexes: { voided_rewards_of_play: "(shard, play_id)" } });

/**
 * How far each listener's rewards have settled, what was voided, and who is frozen. Inline: settling and voiding are
 * decided on it. The rewards themselves are entries of the ledger, so that a play writes nothing here.
 */
export const settling = projection<SettlingEvent>({
  name: "settling",
  version: 2,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [SETTLING, VOIDED_REWARDS],
  handlers: {
    RewardsSettled: (tx, { log, data: { userId, through, beyond } }) =>
      tx`
        insert into settling (shard, user_id, through, beyond)
        values (${shardOfLog(log)}, ${userId}, ${through}, ${plainArray(beyond)}::text::bigint[])
        on conflict (shard, user_id) do update set through = excluded.through, beyond = excluded.beyond`,
    RewardsVoided: (tx, { log, data: { userId, reason, parts }, recordedAt: voidedAt }) => {
      const shard = shardOfLog(log);
      const rows = parts.map(([position, playId, units]) => (
        { shard, userId, position, playId, units, reason, voidedAt }
      ));
      return VOIDED_REWARDS.insert(tx, rows);
    },
    RewardsGivenBack: (tx, { log, data, recordedAt }) => {
      const parts = data.parts.map(([position, playId]) => ({ position, playId }));
      return tx`
        update voided_rewards set given_back_at = ${new Date(recordedAt)}
        from ${VOIDED_REWARDS.rows(tx, parts, ["position", "playId"])} as part
        where shard = ${shardOfLog(log)} and user_id = ${data.userId} and voided_rewards.position = part.position
          and voided_rewards.play_id = part.play_id`;
    },
    // Not what has settled, which has a default of its own.
    RewardsFrozen: (tx, { log, data: { userId, reason: frozenReason }, recordedAt: frozenAt }) =>
      SETTLING.put(tx, { shard: shardOfLog(log), userId, frozenAt, frozenReason }),
    RewardsReleased: (tx, { log, data: { userId } }) =>
      SETTLING.set(tx, { shard: shardOfLog(log), userId }, { frozenAt: undefined, frozenReason: undefined }),
  },
});

/** What settles of these listeners; those without any rewards are missing. */
export async function readSettling(
  sql: Sql | Tx,
  shard: number,
  userIds: readonly string[],
): Promise<Map<string, Settling>> {
  const asked = [...new Set(userIds)].map((userId) => ({ userId, account: settlingAccount(userId) }));
  const [rows, rewards] = await Promise.all([
    sql<StateRow[]>`
      select asked.user_id, through, beyond, frozen_at, frozen_reason, (
        select json_agg(json_build_array(position, play_id, units) order by position, play_id) from voided_rewards
        where shard = ${shard} and user_id = asked.user_id and position > asked.after
      ) as voided
      from ${settledOf(sql, shard, asked)} as asked`,
    readIncoming(sql, shard, { code: "reward", asked: settledOf(sql, shard, asked) }),
  ]);
  return new Map(rows.map((row): [string, Settling] => {
    const isBehind = ({ position }: { position: number }) => position > (row.through ?? 0);
    const behind = (rewards.get(settlingAccount(row.userId)) ?? []).filter(isBehind);
    return [row.userId, {
      ...NOTHING_SETTLES,
      ...(row.through !== undefined && { through: row.through, beyond: row.beyond ?? [] }),
      rewards: behind.map(({ amount, ...reward }) => ({ ...reward, units: amount })),
      voided: row.voided ?? [],
      frozen: row.frozenAt === undefined ? undefined : { since: row.frozenAt, reason: row.frozenReason ?? "" },
    }];
  }));
}

/** Rows of listeners, with how far their rewards have settled. */
function settledOf(sql: Sql | Tx, shard: number, asked: readonly { userId: string; account: string }[]) {
  return sql`(
    select asked.*, found.*, coalesce(through, 0) as after
    from ${rowsOf(sql, asked, { uuid: ["userId"], text: ["account"] })} as asked
    left join lateral (
      select through, beyond, frozen_at, frozen_reason from settling
      where shard = ${shard} and user_id = asked.user_id limit 1
    ) as found on true)`;
}

type StateRow = Pick<RowOf<typeof SETTLING>, "userId" | "frozenAt" | "frozenReason"> & {
  readonly through: number | undefined;
  readonly beyond: number[] | undefined;
  readonly voided: RewardPart[] | undefined;
};

/**
 * Which plays earned each of these rewards, and how much of it; a reward that names none is its own part. `position` 0: it
 * is not known.
 */
export async function partsOf(
  sql: Sql | Tx,
  shard: number,
  rewards: readonly { position: number; transferId: string; units: number }[],
): Promise<RewardPart[]> {
  const log = `ledger/${shard}` as const;
  const positions = rewards.map(({ position }) => position).filter(Boolean);
  const placed = await readDetailAt(sql, shard, { positions, name: "plays" });
  const streams = rewards.filter(({ position }) => position === 0).map(streamOf);
  const named = await readStreams<TransferPosted>(sql, log, streams);
  return rewards.flatMap((reward): RewardPart[] => {
    const { position, transferId, units } = reward;
    const plays = placed.get(position) ?? named.get(streamOf(reward))?.[0]?.data.detail["plays"];
    if (!Array.isArray(plays) || plays.length === 0) return [[position, transferId, units]];
    return plays.map(([playId, earned]): RewardPart => [position, String(playId), Number(earned)]);
  });
}

function streamOf({ transferId }: { transferId: string }): string {
  return `transfer/${transferId}`;
}

interface VoidedPlay {
  readonly playId: string;
  readonly units: number;
  readonly reason: string;
  readonly at: number;
}

/** Which of these people a human has frozen, and of whom something was voided that did not come back; in all shards. */
export async function judgedAmong(
  sql: Sql | Tx,
  userIds: readonly string[],
): Promise<{ frozen: ReadonlySet<string>; voided: ReadonlySet<string> }> {
  const asked = new Set(userIds);
  const [frozen, voided] = await Promise.all([
    sql<{ userId: string }[]>`
      select user_id from settling
      where ${anyOf("user_id", asked)} and frozen_at is not null`,
    sql<{ userId: string }[]>`
      select distinct user_id from voided_rewards
      where ${anyOf("user_id", asked)} and given_back_at is null`,
  ]);
  return { frozen: new Set(frozen.map((row) => row.userId)), voided: new Set(voided.map((row) => row.userId)) };
}

/** What was voided of these plays and did not come back. */
export async function voidedOfPlays(sql: Sql | Tx, shard: number, playIds: readonly string[]): Promise<VoidedPlay[]> {
  if (playIds.length === 0) return [];
  return await sql<VoidedPlay[]>`
    select play_id, sum(units)::bigint as units, (array_agg(reason order by voided_at desc))[1] as reason,
      max(voided_at) as at
    from voided_rewards where shard = ${shard} and ${anyOf("play_id", playIds)}
      and given_back_at is null
    group by play_id`;
}

/** `part` of a reward that was voided; `givenBackAt` in epoch ms where it came back. */
export interface VoidedPart extends VoidedPlay {
  readonly part: RewardPart;
  readonly givenBackAt: number | undefined;
}

/** Whether anything of a listener was voided and did not come back. */
export async function hasVoided(sql: Sql | Tx, shard: number, userId: string): Promise<boolean> {
  const found = await sql`
    select 1 from voided_rewards where shard = ${shard} and user_id = ${userId} and given_back_at is null limit 1`;
  return found.length > 0;
}

/** Everything that was voided of a listener, oldest first. */
export async function voidedOf(sql: Sql | Tx, shard: number, userId: string): Promise<VoidedPart[]> {
  return (await voidedOfEach(sql, shard, [userId])).get(userId) ?? [];
}

/** The same of many listeners; those of whom nothing was are missing. */
export async function voidedOfEach(
  sql: Sql | Tx,
  shard: number,
  userIds: readonly string[],
): Promise<Map<string, VoidedPart[]>> {
  const rows = await sql<RowOf<typeof VOIDED_REWARDS>[]>`
    select * from voided_rewards
    where shard = ${shard} and ${anyOf("user_id", userIds)}
    order by position, play_id`;
  return new Map([...Map.groupBy(rows, (row) => row.userId)].map(([userId, list]) => [userId, list.map(voidedPart)]));
}

function voidedPart(
  { position, playId, units, reason, voidedAt: at, givenBackAt }: RowOf<typeof VOIDED_REWARDS>,
): VoidedPart {
  return { playId, units, reason, at, part: [position, playId, units], givenBackAt };
}

const SETTLING_QUEUE = table("settling_queue", {
  shard: smallint,
  userId: uuid,
  firstAt: moment.optional,
  lastAt: moment.optional,
  lastPosition: bigint,
  isFrozen: boolean,
}, {
  key: ["shard", "userId"],
  fillfactor: 70,
  indexes: { settling_queue_by_time: "(shard, first_at) where first_at is not null and not is_frozen" },
});

/**
 * Who has rewards that settle, and since when: so that the job finds who is due without looking at every account.
 * Async: a play does not wait for it.
 */
export const settlingQueue: Projection<TransferPosted | SettlingEvent> = {
  name: "settling_queue",
  version: 1,
  mode: "async",
  place: "shard",
  logs: ["ledger"],
  on: ["TransferPosted", "RewardsSettled", "RewardsFrozen", "RewardsReleased"],
  tables: SETTLING_QUEUE.ddl,

  async apply(tx, events) {
    const steps = events.flatMap(stepOf);
    const [first] = steps;
    if (!first) return;
    const { shard } = first;
    const people = [...new Set(steps.map(({ userId }) => userId))].map((userId) => ({ userId }));
    const known = await tx<QueueRow[]>`
      select queue.* from settling_queue as queue
      join ${SETTLING_QUEUE.rows(tx, people, ["userId"])} as asked on asked.user_id = queue.user_id
      where queue.shard = ${shard}`;
    const queue = new Map(known.map((row) => [row.userId, row]));
    for (const { userId, fold } of steps) {
      queue.set(userId, fold(queue.get(userId) ?? { ...NOT_WAITING, shard, userId }));
    }
    const after = [...queue.values()];
    const [kept, gone] = [after.filter(isWaiting), after.filter((row) => !isWaiting(row))];
    if (gone.length > 0) {
      await tx`
        delete from settling_queue using ${SETTLING_QUEUE.rows(tx, gone, ["userId"])} as gone
        where settling_queue.shard = ${shard} and settling_queue.user_id = gone.user_id`;
    }
    await SETTLING_QUEUE.put(tx, kept);
  },
};

/** `firstAt` and `lastAt`: when the first and the last reward that settle were recorded, epoch ms. */
type QueueRow = RowOf<typeof SETTLING_QUEUE>;

const NOTHING_WAITS = { firstAt: undefined, lastAt: undefined, lastPosition: 0 };

const NOT_WAITING = { ...NOTHING_WAITS, isFrozen: false };

function isWaiting({ firstAt, isFrozen }: QueueRow): boolean {
  return isFrozen || firstAt !== undefined;
}

interface Step {
  readonly shard: number;
  readonly userId: string;
  fold(row: QueueRow): QueueRow;
}

const SETTLING_ACCOUNT = /^user:(.+):settling$/;

function stepOf(event: Recorded<TransferPosted | SettlingEvent>): Step[] {
  const { position, recordedAt } = event;
  const shard = shardOfLog(event.log);
  switch (event.type) {
    case "TransferPosted": {
      if (event.data.code !== "reward") return [];
      return event.data.entries.flatMap(({ account }) => {
        const userId = SETTLING_ACCOUNT.exec(account)?.[1];
        if (userId === undefined) return [];
        const fold = (row: QueueRow) => (
          { ...row, firstAt: row.firstAt ?? recordedAt, lastAt: recordedAt, lastPosition: position }
        );
        return [{ shard, userId, fold }];
      });
    }
    case "RewardsSettled": {
      const { userId, seen, nextAt } = event.data;
      // What came in the same moment was not seen.
      const fold = (row: QueueRow) => {
        const firstAt = nextAt ?? (row.lastPosition > seen ? recordedAt : undefined);
        return { ...row, ...(firstAt === undefined ? NOTHING_WAITS : { firstAt }) };
      };
      return [{ shard, userId, fold }];
    }
    case "RewardsFrozen":
    case "RewardsReleased": {
      const isFrozen = event.type === "RewardsFrozen";
      return [{ shard, userId: event.data.userId, fold: (row) => ({ ...row, isFrozen }) }];
    }
    default:
      return [];
  }
}

/** Listeners of a shard, in the order of their ids. */
export interface DueListener {
  readonly shard: number;
  readonly userId: string;
}

/**
 * Listeners who may have rewards that are due at a moment (epoch ms), by the settling time of the policy under which
 * each was recorded; `limit` of them behind `after`. `policies` as readPolicies answers them.
 */
export async function dueListeners(
  sql: Sql,
  { now, policies, after, limit }: {
    readonly now: number;
    readonly policies: readonly Policy[];
    readonly after: DueListener | undefined;
    readonly limit: number;
  },
): Promise<DueListener[]> {
  const spans = settlingSpans(policies).filter(({ from, ms }) => from + ms <= now);
  if (spans.length === 0) return [];
  const times = spans.map(({ from, to, ms }) => ({ since: from, upTo: Math.min(to, now - ms + 1) }));
  return await sql<DueListener[]>`
    select distinct queue.shard, queue.user_id from ${rowsOf(sql, times, { ms: ["since", "upTo"] })} as span
    join settling_queue as queue on queue.first_at < span.up_to and queue.last_at >= span.since
    where queue.first_at is not null and not queue.is_frozen
      ${after ? sql`and (queue.shard, queue.user_id) > (${after.shard}, ${after.userId})` : sql``}
    order by queue.shard, queue.user_id limit ${limit}`;
}

const EARLIEST = 0;
const LATEST = Date.UTC(9999, 0);

/** The settling time of each stretch of time, epoch ms. */
function settlingSpans(policies: readonly Policy[]): { from: number; to: number; ms: number }[] {
  const oldestFirst = policies.toReversed();
  return oldestFirst.map(({ effectiveFrom, settlingMs }, index) => ({
    from: index === 0 ? EARLIEST : Date.parse(effectiveFrom),
    to: Date.parse(oldestFirst[index + 1]?.effectiveFrom ?? "") || LATEST,
    ms: settlingMs,
  }));
}

/** Since when the rewards of these people of a shard are frozen (epoch ms); who is free is missing. */
export async function frozenSince(
  sql: Sql | Tx,
  shard: number,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ userId: string; frozenAt: number }[]>`
    select user_id, frozen_at from settling
    where shard = ${shard} and user_id = any(${[...userIds]}::uuid[]) and frozen_at is not null`;
  return new Map(rows.map(({ userId, frozenAt }) => [userId, frozenAt]));
}
