import { givenPasswords } from "./given_passwords.ts";
import { ledgerAccounts } from "../backend/ledger/accounts.ts";
import { ledgerBooks } from "../backend/ledger/books.ts";
import { ledgerDays } from "../backend/ledger/days.ts";
import type { PersonalData } from "../backend/store/personal/personal_data.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { accountChanges } from "./account_changes.ts";
import { accountLinks } from "./account_links.ts";
import { admins } from "./admins.ts";
import { albums } from "./albums.ts";
import { appeals } from "./appeals.ts";
import { artistLinks } from "./artist_links.ts";
import { auditSubjects } from "./audit_subjects.ts";
import { commentLikes } from "./comment_likes.ts";
import { birthYears } from "./birth_years.ts";
import { clearances } from "./clearances.ts";
import { commentRules } from "./comment_rules.ts";
import { comments } from "./comments.ts";
import { credentialChanges } from "./credential_changes.ts";
import { creators } from "./creators.ts";
import { credit } from "./credit.ts";
import { credits } from "./credits.ts";
import { poolShares } from "./pool_shares.ts";
import { repayments } from "./debts.ts";
import { duplicates } from "./duplicates.ts";
import { suspensionAppeals } from "./suspension_appeals.ts";
import { disputes } from "./disputes.ts";
import { extraPlays } from "./extra_plays.ts";
import { failedLogins } from "./failed_logins.ts";
import { follows } from "./follows.ts";
import { hearts } from "./hearts.ts";
import { playlists } from "./playlists.ts";
import { gifts } from "./gifts.ts";
import { heldGifts } from "./held_gifts.ts";
import { lyricWords } from "./lyric_words.ts";
import { lyrics } from "./lyrics.ts";
import { moderation } from "./moderation.ts";
import { giftRefunds } from "./gift_refunds.ts";
import { misfits } from "./misfits.ts";
import { lostPayouts } from "./lost_payouts.ts";
import { takenRoyalties } from "./taken_royalties.ts";
import { notices } from "./notices.ts";
import { notificationChoices } from "./notification_choices.ts";
import { offlineLicences } from "./offline_licences.ts";
import { tasteSongs } from "./taste_songs.ts";
import { identities } from "./identities.ts";
import { levels } from "./levels.ts";
import { listenerPlays } from "./listener_plays.ts";
import { listeningEvidence } from "./listening_evidence.ts";
import { plays } from "./plays.ts";
import { policies } from "./policies.ts";
import { proposals } from "./proposals.ts";
import { providerBalances } from "./provider_balances.ts";
import { reconciliations } from "./reconciliations.ts";
import { releases } from "./releases.ts";
import { renditions } from "./renditions.ts";
import { reviews } from "./reviews.ts";
import { royalties } from "./royalties.ts";
import { search } from "./search.ts";
import { presaves } from "./presaves.ts";
import { posts } from "./posts.ts";
import { supporterThanks } from "./supporter_thanks.ts";
import { prints } from "./prints.ts";
import { premiumGifts } from "./premium_gifts.ts";
import { premiumPayments } from "./premium_payments.ts";
import { settling, settlingQueue } from "./settling.ts";
import { splits } from "./splits.ts";
import { subscriptions } from "./subscriptions.ts";
import { teamActivity } from "./team_activity.ts";
import { teamMembers } from "./team_members.ts";
import { trackAudience } from "./track_audience.ts";
import { trackDays } from "./track_days.ts";
import { trackMoments } from "./track_moments.ts";
import { trackSaves } from "./track_saves.ts";
import { trackEarnings } from "./track_earnings.ts";
import { tracks } from "./tracks.ts";
import { uncountedPlays } from "./uncounted_plays.ts";
import { userDirectory } from "./user_directory.ts";
import { users } from "./users.ts";
import { withdrawals } from "./withdrawals.ts";
import { withheldTax } from "./withheld_tax.ts";

/** Every projection of the service: those below, and the two that open what is sealed. */
export function projectionsWith(personal: PersonalData): readonly Projection[] {
  return [...projections, userDirectory(personal), lyricWords(personal)];
}

/** All that need no keys, in the order in which their tables are made. */
export const projections: readonly Projection[] = [
  ledgerAccounts,
  ledgerDays,
  ledgerBooks,
  policies,
  users,
  admins,
  credentialChanges,
  givenPasswords,
  levels,
  identities,
  subscriptions,
  premiumPayments,
  premiumGifts,
  royalties,
  withheldTax,
  plays,
  credit,
  poolShares,
  extraPlays,
  offlineLicences,
  tasteSongs,
  settling,
  settlingQueue,
  creators,
  follows,
  comments,
  posts,
  supporterThanks,
  commentRules,
  commentLikes,
  hearts,
  moderation,
  playlists,
  splits,
  teamMembers,
  teamActivity,
  artistLinks,
  renditions,
  tracks,
  prints,
  duplicates,
  lyrics,
  releases,
  presaves,
  credits,
  albums,
  search,
  uncountedPlays,
  listenerPlays,
  trackDays,
  trackAudience,
  trackMoments,
  trackSaves,
  trackEarnings,
  withdrawals,
  clearances,
  reviews,
  accountChanges,
  accountLinks,
  appeals,
  suspensionAppeals,
  listeningEvidence,
  gifts,
  heldGifts,
  giftRefunds,
  misfits,
  disputes,
  lostPayouts,
  takenRoyalties,
  repayments,
  reconciliations,
  proposals,
  providerBalances,
  auditSubjects,
  failedLogins,
  notificationChoices,
  birthYears,
  notices,
];
