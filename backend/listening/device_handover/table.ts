import type { AskKind } from "../../contract/playing.ts";
import { deleteInBatches } from "../../store/delete_in_batches.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import type { Presence } from "./presence.ts";

/** A device in its owner's list, without its queue. */
export interface ListedRow extends Pick<Presence, "isPlaying" | "positionMs" | "toldAt" | "answeredId"> {
  readonly sessionId: string;
  readonly userAgent: string;
  readonly trackId: string;
  readonly queued: number;
  readonly isShuffled: boolean;
  readonly askId: string | undefined;
}

interface DbRow {
  isPlaying: boolean;
  queueId: string;
  queue: string;
  unmixed: string | undefined;
  place: number;
  positionMs: number;
  isRepeating: boolean;
  repeatsAll: boolean;
  toldAt: number;
  watchedUntil: number;
  askId: string | undefined;
  askedFor: AskKind | undefined;
  askedAt: number | undefined;
  answeredId: string | undefined;
}

/** What a device of the person reported; `isForChange` locks it until the transaction ends. */
export async function findPresence(
  sql: Sql | Tx,
  { userId, sessionId, isForChange = false }: { userId: string; sessionId: string; isForChange?: boolean },
): Promise<Presence | undefined> {
  const [row] = await sql<DbRow[]>`
    select is_playing, queue_id, array_to_string(queue, ' ') as queue, array_to_string(unmixed, ' ') as unmixed, place,
      position_ms, is_repeating, repeats_all, told_at, watched_until, ask_id, asked_for, asked_at, answered_id
    from playing_devices
    where session_id = ${sessionId} and user_id = ${userId} ${isForChange ? sql`for update` : sql``}`;
  if (!row) return undefined;
  const { askId: id, askedFor: kind, askedAt: at } = row;
  return {
    isPlaying: row.isPlaying,
    queueId: row.queueId,
    queue: row.queue.split(" "),
    unmixed: row.unmixed?.split(" ").map(Number),
    place: row.place,
    positionMs: row.positionMs,
    isRepeating: row.isRepeating,
    repeatsAll: row.repeatsAll,
    toldAt: row.toldAt,
    watchedUntil: row.watchedUntil,
    ask: id !== undefined && kind !== undefined && at !== undefined ? { id, kind, at } : undefined,
    answeredId: row.answeredId,
  };
}

/** Keeps what a device told; false when its session has ended. */
export async function keepPresence(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  row: Presence,
): Promise<boolean> {
  const kept = await tx`
    insert into playing_devices (session_id, user_id, is_playing, queue_id, queue, unmixed, place, position_ms,
      is_repeating, repeats_all, told_at, watched_until, ask_id, asked_for, asked_at, answered_id)
    select session_id, user_id, ${row.isPlaying}, ${row.queueId}::uuid, ${[...row.queue]}::uuid[],
      ${row.unmixed ? [...row.unmixed] : null}::integer[], ${row.place}::integer, ${row.positionMs}::integer,
      ${row.isRepeating}, ${row.repeatsAll}, ${new Date(row.toldAt)}::timestamptz,
      ${new Date(row.watchedUntil)}::timestamptz, ${row.ask?.id ?? null}::uuid, ${row.ask?.kind ?? null},
      ${row.ask ? new Date(row.ask.at) : null}::timestamptz, ${row.answeredId ?? null}::uuid
    from sessions where session_id = ${sessionId} and user_id = ${userId}
    on conflict (session_id) do update set
      (is_playing, queue_id, queue, unmixed, place, position_ms, is_repeating, repeats_all, told_at, watched_until,
        ask_id, asked_for, asked_at, answered_id)
      = (excluded.is_playing, excluded.queue_id, excluded.queue, excluded.unmixed, excluded.place,
        excluded.position_ms, excluded.is_repeating, excluded.repeats_all, excluded.told_at, excluded.watched_until,
        excluded.ask_id, excluded.asked_for, excluded.asked_at, excluded.answered_id)
    returning 1`;
  return kept.length > 0;
}

/** The person's devices with an open session that told something since `since`, the last first; times in epoch ms. */
export async function listPresences(
  sql: Sql,
  userId: string,
  { now, since }: { now: number; since: number },
): Promise<ListedRow[]> {
  const rows = await sql<
    (Omit<DbRow, "queue"> & {
      sessionId: string;
      userAgent: string;
      trackId: string;
      queued: number;
      isShuffled: boolean;
    })[]
  >`
    select session_id, user_agent, is_playing, queue[place + 1] as track_id, cardinality(queue) as queued,
      unmixed is not null as is_shuffled, position_ms, told_at, ask_id, answered_id
    from playing_devices as device join sessions using (session_id)
    where device.user_id = ${userId} and sessions.user_id = device.user_id and told_at > ${new Date(since)}
      and sessions.expires_at > ${new Date(now)}
    order by told_at desc, session_id`;
  return rows.map((row) => ({
    sessionId: row.sessionId,
    userAgent: row.userAgent,
    isPlaying: row.isPlaying,
    trackId: row.trackId,
    queued: row.queued,
    isShuffled: row.isShuffled,
    positionMs: row.positionMs,
    toldAt: row.toldAt,
    askId: row.askId,
    answeredId: row.answeredId,
  }));
}

/** Whether another device of the person plays and has told so since `since`, epoch ms. */
export async function playsElsewhere(
  sql: Sql | Tx,
  { userId, sessionId, since }: { userId: string; sessionId: string; since: number },
): Promise<boolean> {
  const rows = await sql`
    select 1 from playing_devices
    where user_id = ${userId} and session_id <> ${sessionId} and is_playing and told_at >= ${new Date(since)} limit 1`;
  return rows.length > 0;
}

/** Notes on the person's other devices that they are watched until then; not again when it is nearly that. Epoch ms. */
export async function noteWatched(
  sql: Sql,
  { userId, sessionId, until, unlessAfter }: {
    userId: string;
    sessionId: string;
    until: number;
    unlessAfter: number;
  },
): Promise<void> {
  await sql`
    update playing_devices set watched_until = ${new Date(until)}
    where user_id = ${userId} and session_id <> ${sessionId} and is_playing and watched_until < ${new Date(
    unlessAfter,
  )}`;
}

/** Forgets what a device plays. */
export async function forgetPresence(sql: Sql, { userId, sessionId }: { userId: string; sessionId: string }) {
  await sql`delete from playing_devices where session_id = ${sessionId} and user_id = ${userId}`;
}

/** Deletes what was told before `until`, epoch ms. */
export async function forgetPresencesBefore(sql: Sql, until: number): Promise<void> {
  await deleteInBatches((limit) =>
    sql`
      delete from playing_devices where session_id in (
        select session_id from playing_devices where told_at < ${new Date(until)}
        limit ${limit} for update skip locked)`
  );
}
