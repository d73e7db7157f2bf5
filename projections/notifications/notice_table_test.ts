import { expect, it } from "vitest";
import { LISTED_EVENTS, newsOf, NOTICE_WHATS, noticesOf, type ToldEvent } from "./notice_table.ts";

const DAY_MS = 24 * 3_600_000;
const context = {
  ...{ eventId: "event", recordedAt: 1_000, reporters: ["rita", "obi"] },
  ownerOf: (thingId: string) => `owner of ${thingId}`,
  isShare: (giftId: string) => giftId === "share",
};
const song = { trackId: "song", ownerId: "ada" };
const gift = { giftId: "gift", artistId: "ada" };
const about = { caseId: "case", kind: "track", ownerId: "ada" };
const team = { creatorId: "ada", memberId: "bola" };
const on = { entityType: "track", entityId: "song", commentId: "comment" };
const asked = { creatorId: "bola", basisPoints: 2_000 };
const kept = { creatorId: "obi", basisPoints: 1_000, wasBasisPoints: 1_000 };
const premium = { userId: "ada", until: 3 * DAY_MS };

/** By event: who hears of it in the list, and on devices. */
it.each<[ToldEvent["type"], object, string[], string[]?]>([
  ["CommentPosted", { ...on, authorId: "obi" }, ["owner of song comment_on_song comment"]],
  ["CommentPosted", { ...on, authorId: "owner of song" }, []],
  ["CommentPosted", { ...on, authorId: "obi", entityType: "artist", entityId: "ada" }, [
    "ada comment_on_artist comment",
  ]],
  [
    "CommentPosted",
    { ...on, authorId: "obi", replyTo: { authorId: "rita" } },
    ["rita comment_reply comment", "owner of song comment_on_song comment"],
  ],
  ["GiftSent", gift, ["ada gift_received gift"]],
  ["GiftSent", { ...gift, giftId: "share" }, [], ["ada gift_shared share"]],
  ["GiftShared", gift, ["ada gift_shared gift"], []],
  ["GiftShared", { ...gift, heldFor: "bola" }, [], []],
  ["GiftThanked", gift, ["owner of gift gift_thanked gift"]],
  ["SplitProposed", { ...song, invited: [asked, kept, { ...asked, creatorId: undefined }] }, [
    "bola split_invited song",
  ]],
  ["SplitDisputed", { ...song, creatorId: "bola", by: "ada" }, ["bola split_disputed song"]],
  ["SplitDisputed", { ...song, creatorId: "bola", by: "bola" }, ["ada split_own_disputed song"]],
  ["SplitDisputeSettled", { ...song, creatorId: "bola" }, ["ada split_own_settled song", "bola split_settled song"]],
  ["RoyaltyHeld", { creatorId: "ada", month: "2026-05" }, ["ada royalty_received 2026-05 as royalty-2026-05"]],
  ["WithdrawalApproved", { withdrawalId: "payout", isLast: false }, []],
  ["WithdrawalApproved", { withdrawalId: "payout", isLast: true }, ["owner of payout withdrawal_approved payout"]],
  ["PayoutResolved", { withdrawalId: "payout", outcome: "paid" }, ["owner of payout withdrawal_paid payout"]],
  ["PayoutResolved", { withdrawalId: "payout", outcome: "returned" }, ["owner of payout withdrawal_failed payout"]],
  ["SubscriptionGranted", premium, [`ada premium_1 ${premium.until} as event-1`], []],
  ["ContentHidden", about, [
    "ada moderation_hidden case",
    ...["rita", "obi"].map((id) => `${id} moderation_report case`),
  ], [
    "ada moderation_hidden case",
  ]],
  ["ReportsDismissed", about, ["rita moderation_report case", "obi moderation_report case"], []],
  ["ModerationAppealAnswered", { ...about, verdict: "grant" }, []],
  ["ModerationAppealAnswered", { ...about, verdict: "uphold" }, ["ada moderation_appeal case"]],
  ["TakedownContested", about, ["ada moderation_claim case"], []],
  ["FeatureAnswered", { ...song, accepted: false }, []],
  ["FeatureAnswered", { ...song, accepted: true }, ["ada feature_accepted song"]],
  ["DuplicateFound", { ...song, asked: "owner" }, []],
  ["DuplicateFound", { ...song, asked: "moderator" }, ["ada song_held song"]],
  ["DuplicateDecided", { ...song, decision: "refuse" }, ["ada song_refused song"]],
  ["DuplicateDecided", { ...song, decision: "release" }, ["ada song_let_go song"]],
  ["TeamMemberLeft", { ...team, because: "left" }, ["ada team_left bola"]],
  ["TeamMemberLeft", { ...team, because: "removed" }, ["bola team_removed ada"]],
])("%s of %j is told in the list and on devices to whom it concerns", (type, data, listed, onDevice = listed) => {
  const told = (way: "inList" | "onDevice") =>
    noticesOf({ type, data } as never, context, way).map(({ userId, what, subjectId, noticeId }) =>
      `${userId} ${what} ${subjectId}${noticeId === undefined ? "" : ` as ${noticeId}`}`
    );
  expect(told("inList")).toEqual(listed);
  expect(told("onDevice")).toEqual(onDevice);
});

it("a song alone and a release of several are news for followers, each once", () => {
  const news = (type: string, data: object) => newsOf({ type, data, eventId: "event" } as never);
  expect(news("TrackPublished", song)).toEqual({ noticeId: "event", creatorId: "ada", trackId: "song" });
  const release = { releaseId: "album", ownerId: "ada" };
  expect(news("ReleasePublished", { ...release, trackIds: ["song"] })).toBeUndefined();
  expect(news("ReleasePublished", { ...release, trackIds: ["song", "other"] })).toEqual(
    { noticeId: "event", creatorId: "ada", releaseId: "album" },
  );
  expect(news("GiftSent", gift)).toBeUndefined();
});

it("every notice of the table gets into the list by some event", () => {
  const told = new Set<string>();
  const data = {
    ...song,
    ...gift,
    ...about,
    ...team,
    ...asked,
    userId: "ada",
    invited: [asked],
    accepted: true,
    isLast: true,
  };
  const variants = [
    {},
    ...["paid", "returned"].map((outcome) => ({ outcome })),
    ...["uphold"].map((verdict) => ({ verdict })),
    ...["refuse", "release"].map((decision) => ({ decision })),
    ...["removed", "left"].map((because) => ({ because })),
    ...["ada", "bola"].map((by) => ({ by })),
    ...[{ asked: "moderator" }, { until: 9 * DAY_MS }, { ...on, authorId: "obi", replyTo: { authorId: "rita" } }],
    { ...on, authorId: "obi", entityType: "artist", entityId: "ada" },
  ];
  for (const type of LISTED_EVENTS) {
    for (const more of variants) {
      const found = noticesOf({ type, data: { ...data, ...more } } as never, context, "inList");
      for (const { what } of found) told.add(what);
    }
  }
  expect([...told].toSorted()).toEqual(NOTICE_WHATS.toSorted());
});
