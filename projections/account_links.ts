import type { PhoneProven } from "../backend/accounts/account/events.ts";
import { lagosDay, lagosDayStart } from "../backend/contract/policy.ts";
import type { PlayReported } from "../backend/listening/report/events.ts";
import { eventsOf, type Recorded } from "../backend/store/log/event.ts";
import { plainArray, rowsOf, valuesOf } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import type { SignUpNoted } from "../backend/trust/group/events.ts";
import type { WithdrawalRequested } from "../backend/wallet/withdrawal/events.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf } from "./account_closings.ts";
import { totalled } from "./report_figures.ts";

/**
 * What two accounts may have in common. `span`: a play of one track that begins in the same two seconds. `similar`: a
 * part of the tracks that they have heard (see `sketchKeys`).
 */
type LinkKind = "device" | "sign_up" | "phone" | "bank" | "span" | "similar";

interface Link {
  readonly kind: LinkKind;
  readonly key: string;
  readonly userId: string;
}

type LinkEvent = PlayReported | SignUpNoted | PhoneProven | WithdrawalRequested;

const SPAN_WINDOW_MS = 2_000;
const LATE_MS = 86_400_000;
const AFTER_MIDNIGHT_MS = 15 * 60_000;
/** A key that more accounts have says nothing about one hand; nobody counts further. */
const MOST_MEMBERS = 1_000;

/**
 * What accounts have in common. Rows are sets and sums, so the order in which logs are read does not matter. A key of
 * one account stays in `account_links`; those of two or more are in `shared_keys`, which is all that a read of groups
 * goes through.
 */
export const accountLinks: Projection<LinkEvent | ClosingEvent> = {
  name: "account_links",
  version: 2,
  mode: "async",
  logs: ["plays", "social", "ledger"],
  on: ["PlayReported", "SignUpNoted", "PhoneProven", "WithdrawalRequested", ...CLOSING_EVENTS],
  tables: `
    create table account_links (
      kind text not null,
      key bigint not null,
      user_id uuid not null,
      primary key (kind, key, user_id)
    );
    create index account_links_of on account_links (user_id);
    create table shared_keys (
      kind text not null,
      key bigint not null,
      members integer not null check (members > 1),
      primary key (kind, key)
    );
    create table heard_sketches (
      user_id uuid primary key,
      smallest integer[] not null
    ) with (fillfactor = 70);
    create table reporting_habits (
      user_id uuid primary key,
      plays integer not null,
      late integer not null,
      after_midnight integer not null
    ) with (fillfactor = 70);
    create table forgotten_accounts (user_id uuid primary key)
  `,

  async apply(tx, events) {
    const { erased } = closingsOf(events);
    if (erased.length > 0) await forget(tx, erased);
    const links = await ofRemembered(tx, events.flatMap(linksIn));
    const userIds = new Set(links.map(({ userId }) => userId));
    const reports = eventsOf(events, "PlayReported")
      .filter(({ data }) => data.report === 1 && userIds.has(data.listenerId));
    await link(tx, [...links, ...await addToSketches(tx, reports)]);
    await addHabits(tx, reports);
  },
};

/** A rebuild may read the erasure, which is in another log, before what came earlier. */
async function ofRemembered(tx: Tx, links: readonly Link[]): Promise<Link[]> {
  if (links.length === 0) return [];
  const users = plainArray([...new Set(links.map(({ userId }) => userId))]);
  const forgotten = new Set((await tx<{ user_id: string }[]>`
    select user_id from forgotten_accounts where user_id = any(${users}::text::uuid[])
  `).map((row) => row.user_id));
  return links.filter(({ userId }) => !forgotten.has(userId));
}

function linksIn(event: Recorded<LinkEvent | ClosingEvent>): Link[] {
  switch (event.type) {
    case "SignUpNoted":
      return [{ kind: "sign_up", key: event.data.originHash, userId: event.data.userId }];
    case "PhoneProven":
      return [{ kind: "phone", key: event.data.phoneHash, userId: event.data.userId }];
    case "WithdrawalRequested":
      return [{ kind: "bank", key: event.data.accountHash, userId: event.data.userId }];
    case "PlayReported": {
      const { listenerId: userId, trackId, startedAt, deviceId, report } = event.data;
      // Later reports of a play say the same of it.
      if (report > 1) return [];
      const span: Link = { kind: "span", key: `${trackId} ${Math.floor(startedAt / SPAN_WINDOW_MS)}`, userId };
      return deviceId ? [span, { kind: "device", key: deviceId, userId }] : [span];
    }
    default:
      return [];
  }
}

async function link(tx: Tx, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const added = await tx<{ kind: string; key: string }[]>`
    insert into account_links (kind, key, user_id)
    select distinct kind, hashtextextended(key, 0), user_id
    from ${rowsOf(tx, links, { text: ["kind", "key"], uuid: ["userId"] })} as given
    on conflict do nothing returning kind, key::text as key`;
  await countMembers(tx, added);
}

async function countMembers(tx: Tx, keys: readonly { kind: string; key: string }[]): Promise<void> {
  if (keys.length === 0) return;
  const asked = tx`
    (select distinct * from unnest(
      ${plainArray(keys.map(({ kind }) => kind))}::text::text[], ${
    plainArray(keys.map(({ key }) => key))
  }::text::bigint[]
    ) as given(kind, key)) as asked`;
  await tx`
    with counted as (
      select asked.kind, asked.key, (
        select count(*)::int from (
          select from account_links as own where own.kind = asked.kind and own.key = asked.key
          limit ${MOST_MEMBERS + 1}
        ) as found
      ) as members from ${asked}
    ), alone as (
      delete from shared_keys using counted
      where shared_keys.kind = counted.kind and shared_keys.key = counted.key and counted.members < 2
    )
    insert into shared_keys (kind, key, members) select kind, key, members from counted where members > 1
    on conflict (kind, key) do update set members = excluded.members`;
}

/** The smallest hashes of the tracks that someone has heard stand for all of them. */
const SKETCH_SIZE = 32;
/** Fewer tracks are no taste: many people have heard just the same two hits. */
const ENOUGH_TRACKS = 5;
const PARTS = 4;

/** FNV-1a, as a signed 32-bit number. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}

/**
 * The keys by which sketches meet: the two smallest hashes in each quarter of them. Sets of which four in five tracks
 * are the same share one of the four with a probability of 98 %, sets that have a third in common with 37 %.
 */
export function sketchKeys(smallest: readonly number[]): string[] {
  if (smallest.length < ENOUGH_TRACKS) return [];
  return Array.from({ length: PARTS }, (_, part) => {
    const own = smallest.filter((hash) => (hash & (PARTS - 1)) === part);
    return own.length < 2 ? [] : [`${part} ${own[0]} ${own[1]}`];
  }).flat();
}

/** How alike two sketches are: 0 to 1, tracks in common of all tracks (Jaccard), estimated from the smallest hashes. */
export function likeness(one: readonly number[], two: readonly number[]): number {
  const all = [...new Set([...one, ...two])].sort((a, b) => a - b).slice(0, SKETCH_SIZE);
  const [inOne, inTwo] = [new Set(one), new Set(two)];
  return all.length === 0 ? 0 : all.filter((hash) => inOne.has(hash) && inTwo.has(hash)).length / all.length;
}

/** Answers the keys of sketches that have changed; their former keys are gone. */
async function addToSketches(tx: Tx, reports: readonly Recorded<PlayReported>[]): Promise<Link[]> {
  const heard = Map.groupBy(reports, ({ data }) => data.listenerId);
  if (heard.size === 0) return [];
  const known = new Map((await tx<{ user_id: string; smallest: number[] }[]>`
    select user_id, smallest from heard_sketches where user_id = any(${plainArray([...heard.keys()])}::text::uuid[])
  `).map((row) => [row.user_id, row.smallest]));
  const changed = [...heard].flatMap(([userId, list]) => {
    const before = known.get(userId) ?? [];
    const hashes = new Set([...before, ...list.map(({ data }) => hashOf(data.trackId))]);
    const after = [...hashes].sort((one, two) => one - two).slice(0, SKETCH_SIZE);
    return `${before}` === `${after}` ? [] : [{ userId, before, after, smallest: `{${after}}` }];
  });
  if (changed.length === 0) return [];
  await tx`
    insert into heard_sketches (user_id, smallest)
    select user_id, smallest::integer[]
    from ${rowsOf(tx, changed, { uuid: ["userId"], text: ["smallest"] })} as given
    on conflict (user_id) do update set smallest = excluded.smallest`;
  const moved = changed.map(({ userId, before, after }) => ({
    userId,
    from: sketchKeys(before),
    to: sketchKeys(after),
  }))
    .filter(({ from, to }) => `${from}` !== `${to}`);
  if (moved.length === 0) return [];
  const gone = await tx<{ kind: string; key: string }[]>`
    delete from account_links where kind = 'similar'
      and user_id = any(${plainArray(moved.map(({ userId }) => userId))}::text::uuid[])
    returning kind, key::text as key`;
  await countMembers(tx, gone);
  return moved.flatMap(({ userId, to }) => to.map((key): Link => ({ kind: "similar", key, userId })));
}

/** Late: more than a day after the play began. After midnight: late, and as soon as a new day's pool is open. */
async function addHabits(tx: Tx, reports: readonly Recorded<PlayReported>[]): Promise<void> {
  const first = reports.map(({ data, recordedAt }) => {
    const late = recordedAt - data.startedAt > LATE_MS;
    const afterMidnight = Number(late && recordedAt - lagosDayStart(lagosDay(recordedAt)) < AFTER_MIDNIGHT_MS);
    return { userId: data.listenerId, plays: 1, late: Number(late), afterMidnight };
  });
  if (first.length === 0) return;
  const rows = totalled(first, ({ userId }) => userId);
  await tx`
    insert into reporting_habits as known ${
    valuesOf(tx, rows, { uuid: ["userId"], int: ["plays", "late", "afterMidnight"] })
  }
    on conflict (user_id) do update set plays = known.plays + excluded.plays, late = known.late + excluded.late,
      after_midnight = known.after_midnight + excluded.after_midnight`;
}

async function forget(tx: Tx, userIds: readonly string[]): Promise<void> {
  const users = plainArray(userIds);
  await tx`insert into forgotten_accounts select distinct unnest(${users}::text::uuid[]) on conflict do nothing`;
  const gone = await tx<{ kind: string; key: string }[]>`
    delete from account_links where user_id = any(${users}::text::uuid[]) returning kind, key::text as key`;
  await countMembers(tx, gone);
  await tx`delete from heard_sketches where user_id = any(${users}::text::uuid[])`;
  await tx`delete from reporting_habits where user_id = any(${users}::text::uuid[])`;
}

/** Something that accounts have in common, and who has it: the oldest ids first. */
interface SharedKey {
  readonly kind: LinkKind;
  readonly key: string;
  readonly members: readonly string[];
}

/** Every key of two or more accounts, those of the fewest first; `limit` of them. */
export async function sharedKeys(sql: Sql | Tx, limit: number): Promise<SharedKey[]> {
  return await sql<SharedKey[]>`
    select shared.kind, shared.key::text as key, found.members from (
      select * from shared_keys where members <= ${MOST_MEMBERS} order by members, kind, key limit ${limit}
    ) as shared
    cross join lateral (
      select array_agg(user_id::text order by user_id) as members from account_links as own
      where own.kind = shared.kind and own.key = shared.key
    ) as found`;
}

/** The sketches of what these people have heard. */
export async function sketchesOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await sql<{ user_id: string; smallest: number[] }[]>`
    select user_id, smallest from heard_sketches where user_id = any(${plainArray(userIds)}::text::uuid[])`;
  return new Map(rows.map((row) => [row.user_id, row.smallest]));
}

/** How someone's plays came in. */
interface Habits {
  readonly plays: number;
  readonly late: number;
  readonly afterMidnight: number;
}

export async function habitsOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Habits>> {
  const rows = await sql<(Habits & { userId: string })[]>`
    select user_id as "userId", plays, late, after_midnight as "afterMidnight" from reporting_habits
    where user_id = any(${plainArray(userIds)}::text::uuid[])`;
  return new Map(rows.map(({ userId, ...habits }) => [userId, habits]));
}
