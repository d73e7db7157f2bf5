import type { PhoneProven } from "../../backend/accounts/account/events.ts";
import { lagosDay, lagosDayStart } from "../../backend/contract/policy.ts";
import type { GiftSent } from "../../backend/gifts/events.ts";
import type { PlayReported } from "../../backend/listening/report/events.ts";
import { eventsOf, type Recorded } from "../../backend/store/log/event.ts";
import { anyOf, plainArray, rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, day, ddlOf, int, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { SignUpNoted } from "../../backend/accounts/signup/events.ts";
import type { ImpossibleTimesNoted } from "../../backend/trust/group/events.ts";
import type { PremiumGiftClaimed, PremiumGiftStarted } from "../../backend/subscriptions/gift/events.ts";
import type { WithdrawalRequested } from "../../backend/wallet/withdrawal/events.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf } from "../account_closings.ts";
import type { Days } from "./listening_evidence.ts";
import { totalled } from "../moderation/report_figures.ts";

/**
 * What two accounts may have in common. `span`: a play of one track that begins in the same two seconds. `similar`: a
 * part of the tracks that they have heard (see `sketchKeys`). `seats`: one payment for Premium. `gift`: the artist whom they
 * gave tokens.
 */
type LinkKind = "device" | "sign_up" | "impossible" | "phone" | "bank" | "seats" | "gift" | "span" | "similar";

interface Link {
  readonly kind: LinkKind;
  readonly key: string;
  readonly userId: string;
}

type LinkEvent =
  | PlayReported
  | SignUpNoted
  | ImpossibleTimesNoted
  | PhoneProven
  | WithdrawalRequested
  | GiftSent
  | PremiumGiftStarted
  | PremiumGiftClaimed;

const SPAN_WINDOW_MS = 2_000;
const LATE_MS = 86_400_000;
const AFTER_MIDNIGHT_MS = 15 * 60_000;
/** A key that more accounts have says nothing about one person, so counting ends here. */
const MOST_MEMBERS = 1_000;

const ACCOUNT_LINKS = table("account_links", {
  kind: text,
  key: bigint,
  userId: uuid,
}, { key: ["kind", "key", "userId"], indexes: { account_links_of: "(user_id)" } });

const SHARED_KEYS = table("shared_keys", {
  kind: text,
  key: bigint,
  members: int.check("members > 1"),
}, { key: ["kind", "key"] });

const HEARD_SKETCHES = table("heard_sketches", {
  userId: uuid,
  smallest: typed<number[]>("integer[]"),
}, { key: ["userId"], fillfactor: 70 });

const LINK_SAMPLES = table("link_samples", {
  userId: uuid,
  kind: text,
  week: int,
  smallest: typed<number[]>("bigint[]"),
}, { key: ["userId", "kind", "week"], fillfactor: 70 });

const REPORTING_HABITS = table("reporting_habits", {
  userId: uuid,
  day,
  plays: int,
  late: int,
  afterMidnight: int,
}, { key: ["userId", "day"], fillfactor: 70 });

const FORGOTTEN_ACCOUNTS = table("forgotten_accounts", { userId: uuid }, { key: ["userId"] });

/**
 * What accounts have in common. Rows are sets and sums, so the order in which logs are read does not matter. A key of
 * one account stays in `account_links`; those of two or more are in `shared_keys`, which is all that a read of groups
 * goes through. However much an account plays, and whatever devices it names, it has some dozens of rows: of spans and
 * devices a sample stays (see `addToSamples`).
 */
export const accountLinks: Projection<LinkEvent | ClosingEvent> = {
  name: "account_links",
  version: 5,
  mode: "async",
  place: "social",
  logs: ["plays", "social", "ledger"],
  on: [
    ...["PlayReported", "SignUpNoted", "ImpossibleTimesNoted", "PhoneProven", "WithdrawalRequested"] as const,
    ...["GiftSent", "PremiumGiftStarted", "PremiumGiftClaimed"] as const,
    ...CLOSING_EVENTS,
  ],
  tables: ddlOf(ACCOUNT_LINKS, SHARED_KEYS, HEARD_SKETCHES, LINK_SAMPLES, REPORTING_HABITS, FORGOTTEN_ACCOUNTS),

  async apply(tx, events) {
    const { erased } = closingsOf(events);
    if (erased.length > 0) await deleteAccounts(tx, erased);
    const links = events.flatMap(linksIn);
    const first = eventsOf(events, "PlayReported").filter(({ data }) => data.report === 1);
    const refused = eventsOf(events, "ImpossibleTimesNoted");
    const userIds = [...links.map(({ userId }) => userId), ...first.map(({ data }) => data.listenerId)];
    const forgotten = await forgottenAmong(tx, userIds);
    const reports = first.filter(({ data }) => !forgotten.has(data.listenerId));
    const named = refused.filter(({ data }) => !forgotten.has(data.userId));
    const heard = reports.map(({ data: { listenerId: userId, trackId } }) => ({ userId, trackId }));
    const said = named.flatMap(({ data: { userId, trackIds } }) => trackIds.map((trackId) => ({ userId, trackId })));
    const alike = await addToSketches(tx, [...heard, ...said]);
    const sampled = await addToSamples(tx, [...reports.flatMap(samplesIn), ...named.flatMap(devicesIn)]);
    await link(tx, [...links.filter(({ userId }) => !forgotten.has(userId)), ...alike, ...sampled]);
    await addHabits(tx, reports);
  },
};

/** A rebuild may read the erasure, which is in another log, before what came earlier. */
async function forgottenAmong(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx<{ userId: string }[]>`
    select user_id from forgotten_accounts where ${anyOf("user_id", new Set(userIds))}`;
  return new Set(rows.map((row) => row.userId));
}

function linksIn(event: Recorded<LinkEvent | ClosingEvent>): Link[] {
  switch (event.type) {
    case "SignUpNoted":
      return [{ kind: "sign_up", key: event.data.originHash, userId: event.data.userId }];
    case "ImpossibleTimesNoted":
      return [{ kind: "impossible", key: event.data.originHash, userId: event.data.userId }];
    case "PhoneProven":
      return [{ kind: "phone", key: event.data.phoneHash, userId: event.data.userId }];
    case "WithdrawalRequested":
      return [{ kind: "bank", key: event.data.accountHash, userId: event.data.userId }];
    case "GiftSent": {
      const { method, giverId, artistId, ofRoyalties } = event.data;
      // Tokens that a dispute lets go are no gift.
      return method === "card" || ofRoyalties ? [] : [{ kind: "gift", key: artistId, userId: giverId }];
    }
    case "PremiumGiftStarted":
      return [{ kind: "seats", key: event.data.reference, userId: event.data.giverId }];
    case "PremiumGiftClaimed":
      return [{ kind: "seats", key: event.data.reference, userId: event.data.userId }];
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

/** So many keys of an account's spans of a week, and of its devices, stand for all of them. */
const SAMPLES = { span: 16, device: 32 } as const;
/** Accounts that play together do so week after week. */
const SAMPLED_WEEKS = 4;
const WEEK_MS = 7 * 86_400_000;

interface Sample {
  readonly userId: string;
  readonly kind: keyof typeof SAMPLES;
  /** Weeks since 1970 of spans; 0 for devices. */
  readonly week: number;
  readonly smallest: readonly number[];
}

function samplesIn({ data: { listenerId: userId, trackId, startedAt, deviceId } }: Recorded<PlayReported>): Sample[] {
  const slot = Math.floor(startedAt / SPAN_WINDOW_MS);
  const week = Math.floor(slot * SPAN_WINDOW_MS / WEEK_MS);
  const span: Sample = { userId, kind: "span", week, smallest: [sampleHash(`${trackId} ${slot}`)] };
  return deviceId ? [span, deviceOf(userId, deviceId)] : [span];
}

function devicesIn({ data: { userId, deviceIds } }: Recorded<ImpossibleTimesNoted>): Sample[] {
  return deviceIds.map((deviceId) => deviceOf(userId, deviceId));
}

function deviceOf(userId: string, deviceId: string): Sample {
  return { userId, kind: "device", week: 0, smallest: [sampleHash(deviceId)] };
}

/** 48 bits: a number that JavaScript holds. */
function sampleHash(text: string): number {
  return (hashOf(text) >>> 0) * 2 ** 16 + (hashOf(`second ${text}`) >>> 16);
}

/**
 * Keeps of each account the smallest hashes of the devices, and of the spans of its newest weeks. Everyone's sample is
 * drawn by the same hashes, so accounts that always play together have the same one, and a chance meeting is hardly ever
 * in it. The smallest and the newest of all are the same in whatever order they came. Answers the keys that are new.
 */
async function addToSamples(tx: Tx, added: readonly Sample[]): Promise<Link[]> {
  if (added.length === 0) return [];
  const users = new Set(added.map(({ userId }) => userId));
  const rows = await tx<(Omit<Sample, "smallest"> & { smallest: string[] })[]>`
    select user_id, kind, week, smallest::text[] as smallest from link_samples
    where ${anyOf("user_id", users)}`;
  const before = rows.map((row): Sample => ({ ...row, smallest: row.smallest.map(Number) }));
  const after = sampled([...before, ...added]);
  const known = new Map(before.map((sample) => [sampleKey(sample), `${sample.smallest}`]));
  const kept = new Set(after.map(sampleKey));
  await deleteSamples(tx, before.filter((sample) => !kept.has(sampleKey(sample))));
  const changed = after.filter((sample) => known.get(sampleKey(sample)) !== `${sample.smallest}`)
    .map((sample) => ({ ...sample, smallest: `{${sample.smallest}}` }));
  await tx`
    insert into link_samples (user_id, kind, week, smallest)
    select user_id, kind, week, smallest::bigint[]
    from ${rowsOf(tx, changed, { uuid: ["userId"], text: ["kind", "smallest"], int: ["week"] })} as given
    on conflict (user_id, kind, week) do update set smallest = excluded.smallest`;
  const [were, are] = [before.flatMap(linksOf), after.flatMap(linksOf)];
  await unlink(tx, without(were, are));
  return without(are, were);
}

/** One sample for each account, kind and week; of the spans those of the newest weeks. */
function sampled(samples: readonly Sample[]): Sample[] {
  const merged = [...Map.groupBy(samples, sampleKey).values()].flatMap(([first, ...others]): Sample[] => {
    if (!first) return [];
    const hashes = new Set([first, ...others].flatMap(({ smallest }) => smallest));
    return [{ ...first, smallest: [...hashes].sort((one, two) => one - two).slice(0, SAMPLES[first.kind]) }];
  });
  return [...Map.groupBy(merged, ({ userId, kind }) => `${userId} ${kind}`).values()].flatMap((own) =>
    own.sort((one, two) => two.week - one.week).slice(0, SAMPLED_WEEKS)
  );
}

function sampleKey({ userId, kind, week }: Sample): string {
  return `${userId} ${kind} ${week}`;
}

function linksOf({ userId, kind, smallest }: Sample): Link[] {
  return smallest.map((hash) => ({ kind, key: `${hash}`, userId }));
}

function without(links: readonly Link[], others: readonly Link[]): Link[] {
  const named = ({ userId, kind, key }: Link) => `${userId} ${kind} ${key}`;
  const gone = new Set(others.map(named));
  return links.filter((one) => !gone.has(named(one)));
}

async function deleteSamples(tx: Tx, samples: readonly Sample[]): Promise<void> {
  if (samples.length === 0) return;
  const old = rowsOf(tx, samples, { uuid: ["userId"], text: ["kind"], int: ["week"] });
  await tx`
    delete from link_samples as known using ${old} as old
    where known.user_id = old.user_id and known.kind = old.kind and known.week = old.week`;
}

async function unlink(tx: Tx, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const gone = await tx<{ kind: string; key: string }[]>`
    delete from account_links as known using ${rowsOf(tx, links, { text: ["kind", "key"], uuid: ["userId"] })} as old
    where known.kind = old.kind and known.key = hashtextextended(old.key, 0) and known.user_id = old.user_id
    returning known.kind, known.key::text as key`;
  await countMembers(tx, gone);
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
async function addToSketches(
  tx: Tx,
  tracks: readonly { readonly userId: string; readonly trackId: string }[],
): Promise<Link[]> {
  const heard = Map.groupBy(tracks, ({ userId }) => userId);
  if (heard.size === 0) return [];
  const known = new Map((await tx<{ userId: string; smallest: number[] }[]>`
    select user_id, smallest from heard_sketches where ${anyOf("user_id", [...heard.keys()])}
  `).map((row) => [row.userId, row.smallest]));
  const changed = [...heard].flatMap(([userId, list]) => {
    const before = known.get(userId) ?? [];
    const hashes = new Set([...before, ...list.map(({ trackId }) => hashOf(trackId))]);
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
      and ${anyOf("user_id", moved.map(({ userId }) => userId))}
    returning kind, key::text as key`;
  await countMembers(tx, gone);
  return moved.flatMap(({ userId, to }) => to.map((key): Link => ({ kind: "similar", key, userId })));
}

/** Late: more than a day after the play began. After midnight: late, and as soon as a new day's pool is open. */
async function addHabits(tx: Tx, reports: readonly Recorded<PlayReported>[]): Promise<void> {
  const first = reports.map(({ data, recordedAt }) => {
    const late = recordedAt - data.startedAt > LATE_MS;
    const afterMidnight = Number(late && recordedAt - lagosDayStart(lagosDay(recordedAt)) < AFTER_MIDNIGHT_MS);
    return { userId: data.listenerId, day: data.day, plays: 1, late: Number(late), afterMidnight };
  });
  if (first.length === 0) return;
  const rows = totalled(first, ({ userId, day }) => `${userId} ${day}`);
  await tx`
    insert into reporting_habits as known ${REPORTING_HABITS.values(tx, rows)}
    on conflict (user_id, day) do update set plays = known.plays + excluded.plays, late = known.late + excluded.late,
      after_midnight = known.after_midnight + excluded.after_midnight`;
}

async function deleteAccounts(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx`
    insert into forgotten_accounts
    select distinct unnest(${plainArray(userIds)}::text::uuid[]) on conflict do nothing`;
  const gone = await tx<{ kind: string; key: string }[]>`
    delete from account_links where ${anyOf("user_id", userIds)} returning kind, key::text as key`;
  await countMembers(tx, gone);
  await tx`delete from heard_sketches where ${anyOf("user_id", userIds)}`;
  await tx`delete from link_samples where ${anyOf("user_id", userIds)}`;
  await tx`delete from reporting_habits where ${anyOf("user_id", userIds)}`;
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
  const rows = await sql<{ userId: string; smallest: number[] }[]>`
    select user_id, smallest from heard_sketches where ${anyOf("user_id", userIds)}`;
  return new Map(rows.map((row) => [row.userId, row.smallest]));
}

/** How someone's plays came in. */
interface Habits {
  readonly plays: number;
  readonly late: number;
  readonly afterMidnight: number;
}

const EVER: Days = { from: "-infinity", to: "infinity" };

/** The habits of these people, for plays of these days or ever. */
export async function habitsOf(
  sql: Sql | Tx,
  userIds: readonly string[],
  { from, to }: Days = EVER,
): Promise<Map<string, Habits>> {
  const rows = await sql<(Habits & { userId: string })[]>`
    select user_id, sum(plays)::int as plays, sum(late)::int as late,
      sum(after_midnight)::int as after_midnight
    from reporting_habits where ${anyOf("user_id", userIds)}
      and day between ${from}::text::date and ${to}::text::date
    group by user_id`;
  return new Map(rows.map(({ userId, ...habits }) => [userId, habits]));
}

/** How many other accounts share the busiest device of each of these people; who shares none is missing. */
export async function sharersOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ userId: string; others: number }[]>`
    select own.user_id, max(shared.members) - 1 as others from account_links as own
    join shared_keys as shared on shared.kind = own.kind and shared.key = own.key
    where own.kind = 'device' and ${anyOf("own.user_id", userIds)}
    group by own.user_id`;
  return new Map(rows.map((row) => [row.userId, row.others]));
}
