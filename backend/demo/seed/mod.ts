import { DEMO_LYRICS } from "../lyrics.ts";
import { giveLyrics } from "../../catalogue/lyrics/change.ts";
import type { Deps } from "../../deps.ts";
import { followCreator } from "../../social/follow/follow.ts";
import type { Projection } from "../../store/projections/projection.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { readEpochs } from "../../store/log/epochs.ts";
import { Store } from "../../store/store.ts";
import { settleDueGifts } from "../../gifts/settlement/settle.ts";
import { closeDueMonths } from "../../royalties/close.ts";
import { settleDueRoyalties } from "../../royalties/settle.ts";
import { settleRewards } from "../../wallet/settling/settle.ts";
import { DEMO_ARTISTS } from "../catalogue.ts";
import { type DemoAccounts, seedAccounts, seedBirthYears, seedVisibility } from "./accounts.ts";
import { seedCapital } from "./capital.ts";
import { demoTrackId, seedCatalogue, type SeedCreator } from "./catalogue.ts";
import { seedCollections, seedComments } from "./community.ts";
import { SeedClock } from "./clock.ts";
import type { DemoWorldMade } from "./events.ts";
import {
  type MoneyDeps,
  type ProviderMemory,
  seedGift,
  seedPremiumPayment,
  seedRequest,
  seedWithdrawal,
} from "./money.ts";
import { seedPlays, type SeedTrack } from "./plays.ts";

const DAY_MS = 24 * 3_600_000;
const OPENED_DAYS_AGO = 60;
const LISTENED_DAYS = 35;
/** The demo listener began sooner than the others: enough has settled to withdraw. */
const EARLIER_DAYS = 10;
/** Premium began so long ago that on any day of a month the royalties of an earlier month have settled. */
const PREMIUM_DAYS_AGO = 58;
/** What closes by then settles until now. */
const ROYALTIES_DAYS_AGO = 4;
/** Longer ago than a reconciliation looks back, because only the sandbox knows these payments. */
const MONEY_DAYS_AGO = 9;
/** Artists ask to be paid: their bank accounts are new then, and hold payouts for 72 hours. */
const REQUESTS_DAYS_AGO = MONEY_DAYS_AGO + 4;
/** Of the time that the demo world takes; the listening takes the rest. */
const MUSIC_SHARE = 0.8;
const STREAM = "demo";
const METADATA = { actor: "system:demo" };

/**
 * Makes the demo world once, with the usual commands and a clock of its own that runs from two months
 * ago to now. An interrupted seed continues: ids follow from fixed ones, and existing events stay.
 */
export async function seedDemoWorld(
  deps: Deps,
  { serviceUrl, projections, provider, onShare }: {
    readonly serviceUrl: string;
    readonly projections: readonly Projection[];
    readonly provider: ProviderMemory | undefined;
    /** Hears how much is made, 0 to 1. */
    onShare(share: number): void;
  },
): Promise<void> {
  if ((await deps.store.readStream("social", STREAM)).length > 0) return;
  deps.log("Creating the demo world: people, music and five weeks of listening (once)");
  const end = deps.now();
  // People listen little before the last weeks, and to music that is there: it moves the clock at first.
  const onMove = (moment: number) => {
    if (moment > end - LISTENED_DAYS * DAY_MS) {
      onShare(1 - (1 - MUSIC_SHARE) * (end - moment) / (LISTENED_DAYS * DAY_MS));
    }
  };
  const clock = new SeedClock(end - OPENED_DAYS_AGO * DAY_MS, end, onMove);
  const fingerprintKey = deps.keys.kept("fingerprints");
  const epochs = await readEpochs(deps.store.sql);
  const now = () => clock.now;
  const { log } = deps;
  await using store = new Store({ url: serviceUrl, projections, epochs, fingerprintKey, log, now, follow: false });
  await seedAll({ ...deps, store, shardOf: (userId) => store.shards.shardOf(userId), now, provider }, {
    clock,
    onShare,
  });
  const made: DemoWorldMade = { type: "DemoWorldMade", data: {} };
  await deps.store.appendToStream("social", STREAM, [made], { metadata: METADATA });
}

async function seedAll(
  deps: MoneyDeps,
  { clock, onShare }: { clock: SeedClock; onShare(share: number): void },
): Promise<void> {
  const [, ...others] = DEMO_ARTISTS;
  const opened = clock.now;
  const accounts = await seedAccounts(
    deps,
    others.map(({ slug, firstName, lastName, city }) => ({ firstName, lastName, city, email: `${slug}@orin.example` })),
  );
  await seedCapital(deps, accounts);
  await seedVisibility(deps, accounts);
  await seedBirthYears(deps, accounts);
  const owners = [accounts.creator, ...accounts.creators];
  const creators = DEMO_ARTISTS.map((artist, index): SeedCreator => ({ userId: owners[index]?.userId ?? "", artist }));
  const tracks = await seedCatalogue(deps, creators, {
    today: clock.end,
    onShare: (share) => onShare(MUSIC_SHARE * share),
  });
  await seedLyrics(deps, creators);
  await seedFollows(deps, accounts, creators);
  const listening = { listeners: listenersOf(accounts, tracks), since: opened, tracks };
  await seedEarly(deps, clock, { ...listening, accounts });
  await seedGifts(deps, accounts, tracks);
  const community = { accounts, creatorIds: creators.map((creator) => creator.userId), tracks };
  await seedCollections(deps, community);
  await seedComments(deps, clock, { ...community, part: 0 });
  await seedPlays(deps, clock, { ...listening, days: LISTENED_DAYS, lastDay: REQUESTS_DAYS_AGO });
  await settleDueGifts(deps);
  await seedRequests(deps, accounts);
  await seedPlays(deps, clock, { ...listening, days: REQUESTS_DAYS_AGO - 1, lastDay: MONEY_DAYS_AGO });
  await seedComments(deps, clock, { ...community, part: 1 });
  await seedSettling(deps, listening.listeners);
  await settleDueGifts(deps);
  await seedHeldGift(deps, accounts);
  await seedWithdrawals(deps, accounts);
  await seedPlays(deps, clock, { ...listening, days: MONEY_DAYS_AGO - 1, lastDay: ROYALTIES_DAYS_AGO });
  await seedRoyalties(deps);
  await seedPlays(deps, clock, { ...listening, days: ROYALTIES_DAYS_AGO - 1 });
  await seedComments(deps, clock, { ...community, part: 2 });
  await seedSettling(deps, listening.listeners);
  clock.set(clock.end);
  await seedRoyalties(deps);
  await seedWaiting(deps, accounts);
}

/** Settles what is due of the listeners: the rewards of the last days still settle. */
async function seedSettling(deps: Deps, listeners: readonly { readonly userId: string }[]): Promise<void> {
  await Promise.all(listeners.map(({ userId }) => {
    const shard = deps.shardOf(userId);
    return deps.store.execute(settleRewards, { shard, userId }, { logs: shardLogs(shard), metadata: METADATA });
  }));
}

/** So many of the newest songs the demo listener has yet to hear: the first screen suggests them. */
const UNHEARD = 6;

/** The demo listener hears nearly everything else every day, so that they have earned enough to withdraw. */
function listenersOf({ listener, premium, listeners }: DemoAccounts, tracks: readonly SeedTrack[]) {
  const newest = tracks.toSorted((one, two) => two.publishedAt - one.publishedAt).slice(0, UNHEARD);
  return [
    { userId: listener.userId, eagerness: 0.97, unheard: new Set(newest.map(({ trackId }) => trackId)) },
    { userId: premium.userId, eagerness: 0.6, savesOn: "demo-phone-of-premium" },
    ...listeners.map(({ userId }, index) => ({ userId, eagerness: 0.1 + 0.06 * index })),
  ];
}

async function seedFollows(deps: Deps, accounts: DemoAccounts, creators: readonly SeedCreator[]): Promise<void> {
  const people = [accounts.listener, accounts.premium, ...accounts.listeners];
  for (const [at, { userId: creatorId }] of creators.entries()) {
    const followers = people.filter((_, index) => (index * 7 + at * 3) % 5 < 1 + at % 3);
    await Promise.all(
      followers.map(({ userId: followerId }) =>
        deps.store.execute(followCreator, { followerId, creatorId }, { logs: ["social"], metadata: METADATA })
      ),
    );
  }
}

/** Gifts from the keenest listeners, so long ago that they have settled. */
async function seedGifts(deps: MoneyDeps, accounts: DemoAccounts, tracks: readonly SeedTrack[]): Promise<void> {
  const { listener, premium, listeners } = accounts;
  const artists = [accounts.creator, ...accounts.creators];
  const givers = [listener, premium, ...listeners.toReversed()];
  for (const [index, [dollars, message]] of GIFTS.entries()) {
    const giver = givers[index % givers.length];
    const artist = artists[index % artists.length];
    if (!giver || !artist) continue;
    const gift = { giver, artistId: artist.userId, dollars, message, isNamed: index % 3 !== 1 };
    const track = tracks.find(({ ownerId }) => ownerId === artist.userId);
    await seedGift(deps, track && index % 2 === 0 ? { ...gift, trackId: track.trackId } : gift);
  }
}

/** One more gift for the demo's creator, which still settles today. */
async function seedHeldGift(deps: MoneyDeps, { creator, premium }: DemoAccounts): Promise<void> {
  const gift = {
    giver: premium,
    artistId: creator.userId,
    dollars: 40,
    message: "For the road to Abuja",
    isNamed: true,
  };
  await seedGift(deps, gift);
}

/** What artists ask to be paid, so long before the decisions that their new bank accounts hold nothing any more. */
async function seedRequests(deps: MoneyDeps, accounts: DemoAccounts): Promise<void> {
  for (const request of requestsOf(accounts)) await seedRequest(deps, request);
}

/** The artists' withdrawals in every state. */
async function seedWithdrawals(deps: MoneyDeps, accounts: DemoAccounts): Promise<void> {
  for (const request of requestsOf(accounts)) await seedWithdrawal(deps, { ...request, admin: accounts.admin });
}

function requestsOf({ creator, creators }: DemoAccounts) {
  const artists = [creator, ...creators];
  return ENDS.flatMap((ends, index) => {
    const person = artists[index % artists.length];
    return person ? [{ person, ends }] : [];
  });
}

/** Requests that wait for the admins today; one of them for the second. */
async function seedWaiting(deps: MoneyDeps, { admin, creator, creators }: DemoAccounts): Promise<void> {
  const [second, third] = [creators[0], creators[1]];
  await seedWithdrawal(deps, { person: creator, admin, ends: "pending_review" });
  if (second) await seedWithdrawal(deps, { person: second, admin, ends: "awaiting_second_approval", tokens: 60_000 });
  if (third) await seedWithdrawal(deps, { person: third, admin, ends: "pending_review" });
}

const ENDS = [
  "completed",
  "reversed",
  "failed",
  "rejected",
  "cancelled",
  "completed",
  "uncertain",
  "needs_otp",
] as const;

/** Dollars and message of each gift; the artists take turns. */
const GIFTS = [
  [120, "This song got me through my exams. Thank you!"],
  [1_000, "Keep going, the world is listening"],
  [25, "From Ibadan with love"],
  [150, "For the studio"],
  [17, "My mother dances to this one"],
  [500, "We want the album"],
  [30, ""],
  [12, "Odogwu!"],
  [5, "For the next song"],
  [260, "Come and play in Calabar"],
] as const;

type Early = Omit<Parameters<typeof seedPlays>[2], "days" | "lastDay"> & { readonly accounts: DemoAccounts };

/** Who began before the others: first who pays, then the demo listener, too. Premium lasts about another month. */
async function seedEarly(deps: MoneyDeps, clock: SeedClock, { accounts, ...listening }: Early): Promise<void> {
  const [demoListener, payer] = listening.listeners;
  if (!demoListener || !payer) return;
  clock.set(clock.end - PREMIUM_DAYS_AGO * DAY_MS);
  await seedPremiumPayment(deps, { payer: accounts.premium, months: 3 });
  const days = LISTENED_DAYS + EARLIER_DAYS;
  await seedPlays(deps, clock, { ...listening, listeners: [payer], days: PREMIUM_DAYS_AGO - 1, lastDay: days + 1 });
  await seedPlays(deps, clock, { ...listening, listeners: [demoListener, payer], days, lastDay: LISTENED_DAYS + 1 });
  clock.set(clock.end - LISTENED_DAYS * DAY_MS);
  for (const payer of accounts.listeners.slice(-3)) await seedPremiumPayment(deps, { payer, months: 2 });
}

/** What artists get of Premium: months that are due by now close, and what closed before settles. */
async function seedRoyalties(deps: Deps): Promise<void> {
  await deps.store.settle();
  await closeDueMonths(deps);
  await settleDueRoyalties(deps);
}

/** Gives songs of the demo their words, as their artists would; the same ones again change nothing. */
async function seedLyrics(deps: Deps, creators: readonly SeedCreator[]): Promise<void> {
  for (const { slug, language, text } of DEMO_LYRICS) {
    const creator = creators.find(({ artist }) => artist.songs.some((song) => song.slug === slug));
    if (!creator) continue;
    const trackId = demoTrackId(creator, slug);
    const given = { trackId, userId: creator.userId, text, language, offensive: false };
    await giveLyrics(deps, given, { actor: "system:demo" });
  }
}
