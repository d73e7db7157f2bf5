import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { Tx } from "../../backend/store/sql.ts";
import type { NoticeWhat } from "./notice_table.ts";
import { type NoticeEvent as Told, notices, ownNotices, releasesOf, songsOfDay } from "./notices.ts";

const [artist, ada, song, other] = [newId(), newId(), newId(), newId()];
const [comment, gift, payout] = [newId(), newId(), newId()];
let test: Awaited<ReturnType<typeof openTestProjection<Told>>>;
beforeAll(async () => void (test = await openTestProjection(notices)));
afterAll(() => test[Symbol.asyncDispose]());
const DAY_MS = 24 * 3_600_000;
const NOON = Date.UTC(2026, 5, 1, 11);
const ALL: readonly NoticeWhat[] = [
  ...[
    "comment_on_song",
    "comment_on_artist",
    "comment_reply",
    "gift_received",
    "gift_thanked",
    "withdrawal_requested",
  ] as const,
  ...["withdrawal_approved", "withdrawal_paid", "withdrawal_failed", "premium_3", "premium_1"] as const,
  ...["password_changed", "new_device"] as const,
];
const own = (userId: string, now = NOON + 90 * DAY_MS) => async (tx: Tx) =>
  (await ownNotices(tx, { userId, whats: ALL, since: 0, now, limit: 50 })).map(({ what }) => what);
const uploaded = (trackId: string) => ({
  type: "TrackUploaded" as const,
  data: { trackId, ownerId: artist } as never,
});
const published = (trackId: string, at = NOON) => ({
  ...{ type: "TrackPublished" as const, data: { trackId, ownerId: artist, releasedAt: at }, at },
});
const posted = (authorId: string, entityType: "track" | "artist" = "track") => ({
  type: "CommentPosted" as const,
  data: { commentId: comment, authorId, entityType, entityId: entityType === "track" ? song : artist, content: "x" },
});

it("tells of a comment on a song or page whose it is, but not who wrote it themselves, until it is deleted", async () => {
  expect(await test.given([uploaded(song), posted(ada)], own(artist))).toEqual(["comment_on_song"]);
  expect(await test.given([uploaded(song), posted(ada, "artist")], own(artist))).toEqual(["comment_on_artist"]);
  expect(await test.given([uploaded(song), posted(artist)], own(artist))).toEqual([]);
  expect(await test.given([posted(ada)], own(artist))).toEqual([]);
  const deleted = { type: "CommentDeleted" as const, data: { commentId: comment, authorId: ada } };
  expect(await test.given([uploaded(song), posted(ada), deleted], own(artist))).toEqual([]);
  const erased = { type: "AccountErased" as const, data: { userId: artist } };
  expect(await test.given([uploaded(song), posted(ada), erased], own(artist))).toEqual([]);
});

it("tells who is replied to, who may be whose song it is, until the reply is deleted", async () => {
  const ben = newId();
  const { data, type } = posted(ben);
  const replyTo = (authorId: string) => ({ commentId: newId(), threadId: newId(), authorId });
  const replied = (authorId: string) => ({ type, data: { ...data, replyTo: replyTo(authorId) } });
  expect(await test.given([uploaded(song), replied(ada)], own(ada))).toEqual(["comment_reply"]);
  expect(await test.given([uploaded(song), replied(ada)], own(artist))).toEqual(["comment_on_song"]);
  expect(await test.given([uploaded(song), replied(artist)], own(artist))).toEqual(["comment_reply"]);
  expect(await test.given([uploaded(song), replied(ben)], own(ben))).toEqual([]);
  const deleted = { type: "CommentDeleted" as const, data: { commentId: comment, authorId: ben } };
  expect(await test.given([uploaded(song), replied(ada), deleted], own(ada))).toEqual([]);
});

it("tells of gifts, thanks and the steps of a payout, each to its person", async () => {
  const log = "ledger/0" as const;
  const told = [
    { type: "GiftSent" as const, log, data: { giftId: gift, giverId: ada, artistId: artist } as never },
    { type: "GiftThanked" as const, log, data: { giftId: gift, artistId: artist, message: "x" } },
    { type: "WithdrawalRequested" as const, log, data: { withdrawalId: payout, userId: ada } as never },
    { type: "WithdrawalApproved" as const, log, data: { withdrawalId: payout, isLast: false } as never },
    { type: "WithdrawalApproved" as const, log, data: { withdrawalId: payout, isLast: true } as never },
    { type: "PayoutCompleted" as const, log, data: { withdrawalId: payout, transferCode: "", feeKobo: 0 } },
    { type: "PasswordChanged" as const, data: { userId: ada } as never },
  ].map((event, index) => ({ ...event, at: NOON + index }));
  expect(await test.given(told, own(artist))).toEqual(["gift_received"]);
  expect(await test.given(told, own(ada))).toEqual([
    ...["password_changed", "withdrawal_paid", "withdrawal_approved", "withdrawal_requested", "gift_thanked"],
  ]);
});

it("tells that Premium ends three days and one day before, of the last end alone", async () => {
  const until = NOON + 30 * DAY_MS;
  const granted = (end: number, at = NOON) => ({
    ...{ type: "SubscriptionGranted" as const, log: "ledger/0" as const, at },
    data: { userId: ada, from: NOON, until: end, reference: "r" },
  });
  expect(await test.given([granted(until)], own(ada, until - 3 * DAY_MS - 1))).toEqual([]);
  expect(await test.given([granted(until)], own(ada, until - 3 * DAY_MS))).toEqual(["premium_3"]);
  expect(await test.given([granted(until)], own(ada))).toEqual(["premium_1", "premium_3"]);
  // Paid for another month in time.
  const again = [granted(until), granted(until + 30 * DAY_MS, NOON + 1)];
  expect(await test.given(again, own(ada, until))).toEqual([]);
  // It ends in two days.
  expect(await test.given([granted(NOON + 2 * DAY_MS)], own(ada))).toEqual(["premium_1"]);
  const cancelled = {
    ...{ type: "SubscriptionCancelled" as const, log: "ledger/0" as const, at: NOON + 1 },
    data: { userId: ada, until },
  };
  expect(await test.given([granted(until), cancelled], own(ada))).toEqual([]);
});

it("tells of releases since somebody follows, those of a day together, without removed songs", async () => {
  const asked = { since: 0, now: NOON + 9 * DAY_MS, limit: 10 };
  const read = (followedAt: number) => async (tx: Tx) =>
    (await releasesOf(tx, { ...asked, follows: [{ creatorId: artist, followedAt }] }))
      .map(({ trackId, songs, at }) => ({ trackId, songs, at }));
  const events = [published(song), published(other, NOON + 1_000)];
  expect(await test.given(events, read(NOON))).toEqual([{ trackId: other, songs: 2, at: NOON + 1_000 }]);
  expect(await test.given(events, read(NOON + 1))).toEqual([{ trackId: other, songs: 1, at: NOON + 1_000 }]);
  expect(await test.given(events, read(NOON + 1_001))).toEqual([]);
  const nextDay = [published(song), published(other, NOON + DAY_MS)];
  expect((await test.given(nextDay, read(NOON))).map(({ songs }) => songs)).toEqual([1, 1]);
  // A cursor goes on behind what was seen.
  const first = await test.given(
    nextDay,
    (tx) => releasesOf(tx, { ...asked, limit: 1, follows: [{ creatorId: artist, followedAt: 0 }] }),
  );
  const before = { at: first[0]?.at ?? 0, id: first[0]?.id ?? "" };
  expect(before.at).toBe(NOON + DAY_MS);
  expect(
    await test.given(
      nextDay,
      async (tx) =>
        (await releasesOf(tx, { ...asked, before, follows: [{ creatorId: artist, followedAt: 0 }] })).map(({ at }) =>
          at
        ),
    ),
  ).toEqual([NOON]);
  const removed = { type: "TrackRemoved" as const, data: { trackId: other, ownerId: artist, by: "owner" as const } };
  expect(await test.given([...events, removed], read(0))).toEqual([{ trackId: song, songs: 1, at: NOON }]);
  expect(
    await test.given(events, (tx) => songsOfDay(tx, { creatorId: artist, from: NOON, until: NOON + 999 })),
  ).toBe(1);
});

it("tells a release of several songs as one, apart from others of the day, and never twice", async () => {
  const releaseId = newId();
  const out = (trackIds: string[], at = NOON) => ({
    ...{ type: "ReleasePublished" as const, data: { releaseId, ownerId: artist, trackIds }, at },
  });
  const read = async (tx: Tx) =>
    (await releasesOf(tx, {
      ...{ since: 0, now: NOON + 9 * DAY_MS, limit: 10 },
      follows: [{ creatorId: artist, followedAt: 0 }],
    })).map(({ releaseId: of, songs, at }) => [of, songs, at - NOON]);
  const [third, fourth] = [newId(), newId()];
  const album = [out([song, other]), published(song), published(other)];
  expect(await test.given(album, read)).toEqual([[releaseId, 2, 0]]);
  expect(await test.given([...album, published(third, NOON + 5)], read)).toEqual([[undefined, 1, 5], [
    releaseId,
    2,
    0,
  ]]);
  // Taken back and brought out again: only what is new with it is told.
  expect(await test.given([...album, out([song, other], NOON + 7)], read)).toEqual([[releaseId, 2, 0]]);
  const more = [...album, out([song, other, fourth], NOON + 7), published(fourth, NOON + 7)];
  expect(await test.given(more, read)).toEqual([[releaseId, 1, 7], [releaseId, 2, 0]]);
  // A single is a song of its day.
  expect(await test.given([out([song]), published(song)], read)).toEqual([[undefined, 1, 0]]);
  const gone = { type: "AccountErased" as const, data: { userId: artist } };
  expect(await test.given([...album, gone], read)).toEqual([]);
});
