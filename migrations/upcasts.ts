import { POLICY_EVENT_VERSION, withLaterRules } from "../backend/contract/policy_rules.ts";
import type { Json } from "../backend/store/log/canonical.ts";
import type { Upcasts } from "../backend/store/log/upcast.ts";

/**
 * How old shapes of events are read. An event that changes its shape gets a function here that makes the new shape of
 * the old one, then `deno task make golden` keeps an example of the new version; both stay for ever. Stored events are never
 * rewritten.
 */
export const upcasts: Upcasts = {
  // From before admins had roles: every admin did everything.
  AdminGranted: [(data) => data],
  // From before there was a second factor: no failure was one of it.
  AdminLoginFailed: [(data) => data],
  // From before givers asked for two: only `secondFor` has one word more.
  ApprovalCleared: [(data) => data, (data) => data],
  // From before an audit had views: it showed everything.
  AuditExported: [(data) => data],
  AuditExportStarted: [(data) => data],
  // From before charges were reconciled, too.
  BooksReconciled: [(data) => ({ ...members(data), charges: 0, receivedKobo: 0 })],
  // From before artists wrote posts: only `kind` and the switches have one word more.
  ContentReported: [(data) => data],
  ReportsDismissed: [(data) => data],
  ContentHidden: [(data) => data],
  ContentShown: [(data) => data],
  ModerationAppealed: [(data) => data],
  ModerationAppealAnswered: [(data) => data],
  TakedownClaimed: [
    (data) => data,
    // From before claimants confirmed their address.
    (data) => data,
  ],
  TakedownRefused: [(data) => data],
  TakedownGranted: [(data) => data],
  CounterNoticeGiven: [(data) => data],
  TakedownContested: [(data) => data],
  TakedownEnded: [(data) => data],
  NotificationsChosen: [(data) => data],
  // From before comments had replies: none answers another.
  CommentPosted: [(data) => data],
  // From before the full name had its own yes: the artist had not agreed to it, and left out it is not shown.
  CreatorProfileSet: [(data) => data],
  // From before the new recording could take the old one's place.
  DuplicateAnswered: [(data) => data],
  // From before mailboxes were told from the ways to write them: an address without one names it itself.
  EmailChanged: [(data) => data],
  EmailChangeRequested: [(data) => data],
  UserRegistered: [(data) => data],
  GiftPaymentStarted: [
    // From before givers chose whether the artist sees their name: they had not agreed to it.
    (data) => ({ ...members(data), isNamed: false }),
    // From before royalties that a dispute lets go were told from gifts: left out, it is a gift.
    (data) => data,
    // From before gifts of tokens settled: left out, it had not settled before.
    (data) => data,
  ],
  // From before a later link of an account was told from its first: left out, nothing is held for it.
  GoogleLinked: [(data) => data],
  GiftSent: [
    (data) => ({ ...members(data), isNamed: false }),
    (data) => data,
    // From before cards were told apart and gifts of tokens settled: left out, neither is known of it.
    (data) => data,
  ],
  GiftHeld: [(data) => data],
  PremiumPaid: [(data) => data],
  // From before what is left of a payment bounded what artists get of it: left out, nothing did.
  RoyaltiesDivided: [(data) => data],
  // From before a lost payout could be booked against whom it paid.
  LostPayoutSettlementProposed: [(data) => data],
  LostPayoutSettled: [(data) => data],
  // From before the provider's fee was noted while a payout waits: left out, none is known.
  PayoutHeld: [(data) => data],
  PayoutUnderway: [(data) => data],
  // From before a proof said whether the number is new to the account: left out, nothing is held for it.
  PhoneProven: [(data) => data],
  // From before admins could set a password: only `by` has one word more.
  PasswordChanged: [(data) => data],
  // From before proposals had a stream of their own: left out, a remittance waits for a year, and who asked for a reversal
  // and why is in an event of its own.
  TaxRemittanceRecorded: [(data) => data],
  TaxReversalConfirmed: [(data) => data],
  // From before refunds were booked by proposals: left out, none was.
  GiftRefundDecided: [(data) => data],
  // From before proposals had streams of their own: left out, the event is none's booking.
  AppealAnswered: [(data) => data],
  GroupDecided: [(data) => data],
  // From before two admins settled a dispute of a share, and said what the share is from then on.
  SplitDisputeSettled: [(data) => data],
  // From before the loudness of renditions was kept: it follows from that of the recording.
  RenditionMade: [(data) => data],
  // From before a licence had a kind: all were of Premium.
  OfflineLicenceIssued: [(data) => data],
  // From before payments, then users and audits, then withheld tax could be exported: only `list` has more words.
  PersonalDataListed: [(data) => data, (data) => data, (data) => data],
  // From before tax was withheld of royalties: left out, nothing was.
  RoyaltyGivenBack: [(data) => data],
  RoyaltySettled: [(data) => data],
  // From before plays were proven by what was delivered: they name no ticket.
  PlayReported: [
    (data) => data,
    // From before songs could be saved without Premium: only `reason` has one word more.
    (data) => data,
    // From before plays told which stretches of the song were heard: it is unknown.
    (data) => data,
    // From before a part of the pool was kept for first tokens: nothing came from it.
    (data) => data,
  ],
  // From before some of the earning rules: each such rule says `since` when.
  PolicyChanged: Array.from({ length: POLICY_EVENT_VERSION - 1 }, () => (data: Json) => {
    const { policy, ...others } = members(data);
    return { ...others, policy: withLaterRules(members(policy ?? {})) };
  }),
  // From before artists could change the artist, the album and its number: left out they stay.
  TrackChanged: [(data) => data],
  // From before the sound check was kept: what it found is unknown.
  TrackUploaded: [(data) => data],
  RecordingOffered: [(data) => data],
  // From before the decoded sound was kept as a hash, too.
  RecordingPrinted: [(data) => data],
  RecordingReplaced: [(data) => data],
  // From before the suspended person read why.
  UserSuspended: [(data) => data],
  // From before decisions named the case file they were made on, and approvals a reason.
  WithdrawalApproved: [
    (data) => ({ ...members(data), reason: "", caseHash: "" }),
    // From before approvals said which rule asks for the second one.
    (data) => ({ ...members(data), secondFor: "" }),
    // From before givers asked for two, then names: only `secondFor` has one word more.
    (data) => data,
    (data) => data,
  ],
  WithdrawalRejected: [(data) => ({ ...members(data), caseHash: "" })],
};

/** Data of these types is an object in every version. */
function members(data: Json): Record<string, Json | undefined> {
  return data as Record<string, Json | undefined>;
}
