import { afterAll, beforeAll, expect, it } from "vitest";
import { royaltiesSent, royaltyBooks } from "../../projections/royalties/royalties.ts";
import { newId } from "../contract/ids.ts";
import { readBalances, readTotal } from "../ledger/accounts.ts";
import { availableAccount, settlingAccount, WITHHELD_TAX } from "../ledger/chart.ts";
import { uncountVoided } from "../listening/uncounted_plays/uncount.ts";
import type { RecordedEvent } from "../store/log/event.ts";
import { changeTax, dayIn, openTestRoyalties, type TestRoyalties } from "../testing/royalties.ts";
import type { SharesAt } from "./shares.ts";
import { voidRoyalties } from "./void.ts";

// A year of many subscribers, and what it brings computed a second time: from the stored events alone, by code that shares
// nothing with the first.

// `deno task proofs royalties` lives it with 1,000 subscribers and 200 artists; the tests of every day with a few of them.
const SUBSCRIBERS = Number(Deno.env.get("ORIN_SUBSCRIBERS") ?? 20);
const [ARTISTS, SHARDS] = [Math.ceil(SUBSCRIBERS / 5), 3];
const YEAR = ["2025-10", "2025-11", "2025-12", ...Array.from({ length: 9 }, (_, index) => `2026-0${index + 1}`)];
const PRICE = 100_003;
const SEED = Number(Deno.env.get("ORIN_SEED") ?? 20_261_125);
const metadata = { actor: "system:test" };

let state = SEED;
/** The next number of a fixed row, from 0 and below `n`. */
function chance(n: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor(state / 2 ** 32 * n);
}

let world: TestRoyalties;
beforeAll(async () => {
  world = await openTestRoyalties({ day: "2025-10-01", shards: SHARDS });
  await changeTax(world.deps, [
    // In the middle of February, a moment before June is over, and with the first moment of August in Lagos.
    { at: Date.parse("2026-02-15T12:00:00Z"), basisPoints: 750 },
    { at: Date.parse("2026-06-30T22:59:59Z"), basisPoints: 0 },
    { at: Date.parse("2026-07-31T23:00:00Z"), basisPoints: 1_111 },
  ]);
});
afterAll(() => world[Symbol.asyncDispose]());

/** The tax of a month's royalties, in ten thousandths: what was in force when it began. */
function taxOfMonth(month: string): bigint {
  if (month < "2026-03") return 500n;
  if (month < "2026-07") return 750n;
  return month < "2026-08" ? 0n : 1_111n;
}

/** What is withheld of what was not taken back, of each royalty by itself: whole kobo. */
function recomputeTax(events: readonly AnyRecorded[]): number {
  const left = new Map<string, { month: string; kobo: bigint }>();
  for (const { type, data: said } of events) {
    // deno-lint-ignore no-explicit-any -- it reads what is stored, whatever the code's types say of it
    const data = said as any;
    const key = `${data.creatorId} ${data.month} ${data.fromShard}`;
    if (type === "RoyaltyHeld") left.set(key, { month: data.month, kobo: BigInt(data.units) });
    const held = left.get(key);
    if (type === "RoyaltyVoided" && held) held.kobo -= BigInt(data.units);
  }
  return [...left.values()].reduce((sum, { month, kobo }) => sum + Number(kobo * taxOfMonth(month) / 10_000n), 0);
}

const songs: { trackId: string; ownerId: string; partner: string }[] = [];
/** A third of all songs has a partner from the middle of the year on. */
const SPLIT_FROM = Date.parse("2026-03-14T23:00:00Z");

const sharesAt: SharesAt = (_sql, trackIds, at) => {
  const split = songs.filter(({ trackId }, index) => index % 3 === 0 && trackIds.includes(trackId) && at >= SPLIT_FROM);
  return Promise.resolve(
    new Map(split.map(({ trackId, ownerId, partner }) => [trackId, [
      { creatorId: ownerId, basisPoints: 6_667 },
      { creatorId: partner, basisPoints: 3_333 },
    ]])),
  );
};

/** Everybody lives a month; what they did is in the log. */
async function liveMonth(
  month: string,
  { people, references }: { people: readonly string[]; references: Map<string, string> },
  closeBefore: () => Promise<void>,
): Promise<void> {
  const bought = new Set<string>();
  for (const [round, day] of [1, 8, 15, 19, 24, 28].entries()) {
    // The month before is computed in the middle of this one.
    if (day === 19) {
      world.at(dayIn(month, day), 0);
      await closeBefore();
    }
    world.at(dayIn(month, day), 10);
    await Promise.all(
      people.filter((_, index) => index % 6 === round).map(async (userId) => {
        const luck = chance(100);
        // Some pay nothing this month, some come back early or late, some are given it.
        if (luck < 25) return;
        if (luck < 30) return void await world.give(people[chance(people.length)] ?? userId, [userId, world.person()]);
        references.set(userId, await world.pay(userId, PRICE, { feesKobo: 1_500 + chance(3) }));
        bought.add(userId);
        if (luck < 35) await world.pay(userId, PRICE);
      }),
    );
  }
  await Promise.all(people.flatMap((userId) =>
    Array.from({ length: chance(7) }, () => {
      const song = songs[chance(chance(3) === 0 ? songs.length : 20)];
      const heard = {
        day: dayIn(month, 1 + chance(31)),
        ms: 1 + chance(7_200_000),
        hour: chance(24),
        units: chance(2_400) * chance(14),
      };
      return song && world.hear(userId, song.trackId, heard);
    })
  ));
  world.at(dayIn(month, 28), 15);
  const kinds = ["disputed", "cleared", "reversed", "restored"] as const;
  await Promise.all(
    [...references].filter(() => chance(12) === 0).map(([userId, reference]) =>
      world.news(userId, reference, kinds[chance(4)] ?? "disputed")
    ),
  );
  await Promise.all([...bought].filter(() => chance(20) === 0).map(cancel));
  const bot = people[chance(people.length)];
  if (bot) {
    await uncountVoided(world.deps, {
      userId: bot,
      decisionId: newId(),
      by: metadata.actor,
      through: world.deps.now(),
    });
  }
}

async function cancel(userId: string): Promise<void> {
  const event = { type: "SubscriptionCancelled", data: { userId, until: world.deps.now() + 86_400_000 } };
  await world.deps.store.appendToStream(`ledger/${world.deps.shardOf(userId)}`, `subscription/${userId}`, [event], {
    metadata,
  });
}

type AnyRecorded = RecordedEvent & { readonly data: never };

async function everything(): Promise<AnyRecorded[]> {
  const events: AnyRecorded[] = [];
  for (const kind of ["plays", "ledger"] as const) {
    for (let shard = 0; shard < SHARDS; shard++) {
      events.push(...await world.deps.store.readLog(`${kind}/${shard}`, { after: 0, upTo: 1e9 }) as AnyRecorded[]);
    }
  }
  return events.sort((one, two) => one.recordedAt - two.recordedAt);
}

const lagos = (ms: number) => new Date(ms + 3_600_000).toISOString().slice(0, 10);
const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

interface Access {
  readonly reference: string;
  start: number;
  end: number;
}

/** What one person's grants say, told in order, until a moment. */
class Subscriber {
  readonly accesses: Access[] = [];
  readonly #taken = new Map<string, number>();

  tell(type: string, data: { reference: string; from: number; until: number; takenMs: number }): void {
    if (type === "SubscriptionGranted") {
      this.accesses.push({ reference: data.reference, start: data.from, end: data.until });
    }
    if (type === "SubscriptionSuspended") {
      this.#taken.set(data.reference, data.takenMs);
      let open = data.takenMs;
      for (
        const access of this.accesses.filter(({ reference }) => reference === data.reference).sort((a, b) =>
          b.start - a.start
        )
      ) {
        const cut = Math.min(open, access.end - access.start);
        open -= cut;
        for (const later of this.accesses) {
          if (later !== access && later.start >= access.end) {
            [later.start, later.end] = [later.start - cut, later.end - cut];
          }
        }
        access.end -= cut;
      }
    }
    if (type === "SubscriptionRestored" && (this.#taken.get(data.reference) ?? 0) > 0) {
      this.accesses.push({
        reference: data.reference,
        start: data.until - (this.#taken.get(data.reference) ?? 0),
        end: data.until,
      });
      this.#taken.set(data.reference, 0);
    }
  }

  /** Kobo by day of a payment: laid out one after another. */
  days(reference: string, kobo: number): Map<string, number> {
    const days: string[] = [];
    const own = this.accesses.filter((access) => access.reference === reference);
    const lasting = own.filter(({ start, end }) => end > start);
    for (const { start, end } of lasting.length > 0 ? lasting : own) {
      let day = lagos(start);
      do days.push(day); while ((day = nextDay(day)) < lagos(end));
    }
    const laid = new Map<string, number>();
    let left = kobo;
    for (const [index, day] of days.sort().entries()) {
      const part = Math.ceil(left / (days.length - index));
      laid.set(day, (laid.get(day) ?? 0) + part);
      left -= part;
    }
    return laid;
  }
}

interface Paid {
  status: string;
  amount: number;
  back: number;
  fees: number;
  seats: number;
}

/** What each creator gets of each month, kobo, by "month creator"; and what stays with Orin, by month. */
function recompute(events: readonly AnyRecorded[]) {
  const payments = new Map<string, Paid>();
  const subscribers = new Map<string, Subscriber>();
  const heard = new Map<string, Map<string, number>>();
  const earned = new Map<string, number>();
  const counted = new Map<string, number>();
  const [royalties, rests, shares] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const add = (sums: Map<string, number>, key: string, kobo: number) => sums.set(key, (sums.get(key) ?? 0) + kobo);
  const months = [...YEAR];
  // Months in which the rest of the payment was less than the share.
  let bounded = 0;
  const closing = (month: string) =>
    Date.parse(`${month}-01T00:00:00Z`) +
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate() * 86_400_000 - 3_600_000 +
    18 * 86_400_000;

  function close(month: string) {
    for (const [userId, subscriber] of subscribers) {
      let [income, fees] = [0, 0];
      for (const reference of new Set(subscriber.accesses.map((access) => access.reference))) {
        const [of = "", seat] = reference.split(" ");
        const paid = payments.get(of);
        if (!paid || paid.status === "PremiumDisputed" || paid.status === "started") continue;
        const all = paid.amount - paid.back;
        const part = (sum: number) =>
          seat === undefined ? sum : Math.floor(sum / paid.seats) + (Number(seat) <= sum % paid.seats ? 1 : 0);
        const kobo = part(all);
        let soFar = 0;
        for (const [day, part] of subscriber.days(reference, kobo)) if (day.slice(0, 7) <= month) soFar += part;
        const now = Math.max(0, soFar - (counted.get(`${userId} ${reference}`) ?? 0));
        add(counted, `${userId} ${reference}`, now);
        income += now;
        if (kobo > 0) fees += Math.ceil(part(paid.fees) * now / kobo);
      }
      if (income === 0) continue;
      const left = Math.max(0, income - fees - (earned.get(`${userId} ${month}`) ?? 0));
      const share = Math.min((income - income % 2) / 2, left);
      bounded += Number(share === left && left > 0);
      add(shares, month, share);
      const weights = new Map<string, bigint>();
      for (const [key, ms] of heard.get(userId) ?? []) {
        const [day = "", trackId = ""] = key.split(" ");
        if (!day.startsWith(month) || ms <= 0) continue;
        const index = songs.findIndex((song) => song.trackId === trackId);
        const song = songs[index];
        if (!song) throw new Error("unknown song");
        const isSplit = index % 3 === 0 && Date.parse(`${day}T00:00:00Z`) - 3_600_000 >= SPLIT_FROM;
        const parts = isSplit
          ? [[song.ownerId, 6_667], [song.partner, 3_333]] as const
          : [[song.ownerId, 10_000]] as const;
        for (const [creator, points] of parts) {
          const name = `${trackId} ${creator}`;
          weights.set(name, (weights.get(name) ?? 0n) + BigInt(ms) * BigInt(points));
        }
      }
      const whole = [...weights.values()].reduce((sum, one) => sum + one, 0n);
      if (whole === 0n) {
        add(rests, month, share);
        continue;
      }
      const rows = [...weights].sort().map(([name, weight]) => {
        const exact = weight * BigInt(share);
        return { creator: name.slice(37), kobo: exact / whole, missing: whole - exact % whole };
      });
      for (let left = BigInt(share) - rows.reduce((sum, row) => sum + row.kobo, 0n); left > 0n; left--) {
        // The first of those that miss least.
        const next = rows.reduce((best, row) => row.missing < best.missing ? row : best);
        next.kobo += 1n;
        next.missing += whole;
      }
      for (const { creator, kobo } of rows) add(royalties, `${month} ${creator}`, Number(kobo));
    }
  }

  for (const { type, data: said, recordedAt } of events) {
    while (months[0] !== undefined && recordedAt >= closing(months[0])) close(months.shift() ?? "");
    // deno-lint-ignore no-explicit-any -- it reads what is stored, whatever the code's types say of it
    const data = said as any;
    if (type === "PlayReported") {
      const own = heard.get(data.listenerId) ?? new Map();
      heard.set(data.listenerId, own);
      add(own, `${data.day} ${data.trackId}`, data.newCreditedMs);
      add(earned, `${data.listenerId} ${data.day.slice(0, 7)}`, data.newUnits);
    } else if (type === "PlaysUncounted") {
      for (const { day, trackId, ms } of data.plays) {
        add(heard.get(data.listenerId) ?? new Map(), `${day} ${trackId}`, -ms);
      }
    } else if (type === "PremiumPaymentStarted") {
      const seats = payments.get(data.reference)?.seats ?? 1;
      payments.set(data.reference, { status: "started", amount: data.amountKobo, back: 0, fees: 0, seats });
    } else if (type === "PremiumGiftStarted") {
      const known = payments.get(data.reference);
      payments.set(data.reference, {
        status: "started",
        amount: 0,
        back: 0,
        fees: 0,
        ...known,
        seats: data.seats.length,
      });
    } else if (type.startsWith("Premium") && payments.has(data.reference) && !type.startsWith("PremiumGift")) {
      const paid = payments.get(data.reference);
      if (!paid) continue;
      paid.status = type;
      if (type === "PremiumPaid") paid.fees += data.feesKobo;
      if (type === "PremiumReversed") paid.back += data.amountKobo;
      if (type === "PremiumRestored") paid.back -= data.amountKobo;
    } else if (type.startsWith("Subscription")) {
      const subscriber = subscribers.get(data.userId) ?? new Subscriber();
      subscribers.set(data.userId, subscriber);
      subscriber.tell(type, data);
    }
  }
  for (const month of months) close(month);
  return { royalties, rests, shares, bounded };
}

it(
  "a year of subscribers, splits, cancellations, refunds and voids is computed twice to the same kobo, and proven",
  async () => {
    const people = Array.from({ length: SUBSCRIBERS }, () => world.person());
    const artists = Array.from({ length: ARTISTS }, () => world.person());
    for (const [index, ownerId] of artists.entries()) {
      songs.push({
        trackId: await world.song(ownerId),
        ownerId,
        partner: artists[(index * 7 + 1) % ARTISTS] ?? ownerId,
      });
    }
    const references = new Map<string, string>();
    for (const [index, month] of YEAR.entries()) {
      const before = YEAR[index - 1];
      await liveMonth(month, { people, references }, async () => {
        if (before) await world.close(before, sharesAt);
      });
    }
    await world.close(YEAR.at(-1) ?? "", sharesAt);
    let voided = 0;
    for (const userId of people.slice(0, Math.min(20, SUBSCRIBERS / 2))) {
      voided += (await voidRoyalties(world.deps, { userId, reason: "Farm", by: "system:test" })).units;
    }
    await world.settle();

    const events = await everything();
    const { royalties, rests, shares, bounded } = recompute(events);
    expect(bounded).toBeGreaterThan(0);
    const tax = recomputeTax(events);
    const { sql } = world.deps.store;
    const paid = new Map<string, number>();
    for (const { month, creatorId, kobo } of await royaltiesSent(sql)) {
      const key = `${month} ${creatorId}`;
      paid.set(key, (paid.get(key) ?? 0) + kobo);
    }
    const expected = new Map([...royalties].filter(([, kobo]) => kobo > 0).sort());
    expect(new Map([...paid].sort())).toEqual(expected);
    const closed = await royaltyBooks(sql);
    for (const month of YEAR) {
      const own = closed.filter((one) => one.month === month);
      const sum = (part: "shareKobo" | "royaltiesKobo" | "restKobo") => own.reduce((all, one) => all + one[part], 0);
      expect([month, sum("shareKobo"), sum("restKobo")]).toEqual([
        month,
        shares.get(month) ?? 0,
        rests.get(month) ?? 0,
      ]);
      expect(sum("royaltiesKobo") + sum("restKobo")).toBe(sum("shareKobo"));
    }
    let [total, all, withheld] = [0, 0, 0];
    for (const kobo of expected.values()) all += kobo;
    for (let shard = 0; shard < SHARDS; shard++) {
      const accounts = artists.filter((id) => world.deps.shardOf(id) === shard).flatMap((
        id,
      ) => [availableAccount(id), settlingAccount(id)]);
      for (const units of (await readBalances(sql, shard, accounts)).values()) total += units;
      withheld += (await readBalances(sql, shard, [WITHHELD_TAX])).get(WITHHELD_TAX) ?? 0;
    }
    expect([withheld, tax > 0]).toEqual([tax, true]);
    expect([total + withheld, voided > 0]).toEqual([all - voided, true]);
    // The plays went in as events, with rewards that no pool was asked for.
    const problems = (await world.problems()).filter(({ where }) => !where.startsWith("reward pool"));
    expect([problems, await readTotal(sql)]).toEqual([[], 0]);
  },
  3_600_000,
);
