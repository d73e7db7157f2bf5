import { givenPasswords } from "./accounts/given_passwords.ts";
import { ledgerAccounts } from "../backend/ledger/accounts.ts";
import { ledgerBooks } from "../backend/ledger/books.ts";
import { ledgerDays } from "../backend/ledger/days.ts";
import type { PersonalData } from "../backend/store/personal/personal_data.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { accountChanges } from "./accounts/account_changes.ts";
import { accountLinks } from "./trust/account_links.ts";
import { admins } from "./admin/admins.ts";
import { albums } from "./catalogue/albums.ts";
import { appeals } from "./trust/appeals.ts";
import { artistLinks } from "./catalogue/artist_links.ts";
import { auditSubjects } from "./admin/audit_subjects.ts";
import { commentLikes } from "./social/comment_likes.ts";
import { birthYears } from "./accounts/birth_years.ts";
import { clearances } from "./wallet/clearances.ts";
import { commentRules } from "./social/comment_rules.ts";
import { comments } from "./social/comments.ts";
import { credentialChanges } from "./accounts/credential_changes.ts";
import { creators } from "./catalogue/creators.ts";
import { credit } from "./listening/reward_credit.ts";
import { credits } from "./catalogue/song_credits.ts";
import { poolShares } from "./listening/pool_shares.ts";
import { repayments } from "./wallet/debts.ts";
import { duplicates } from "./catalogue/duplicates.ts";
import { suspensionAppeals } from "./moderation/suspension_appeals.ts";
import { disputes } from "./payments/disputes.ts";
import { extraPlays } from "./listening/extra_plays.ts";
import { failedLogins } from "./accounts/failed_logins.ts";
import { follows } from "./social/follows.ts";
import { hearts } from "./social/hearts.ts";
import { playlists } from "./catalogue/playlists.ts";
import { gifts } from "./gifts/gifts.ts";
import { heldGifts } from "./gifts/held_gifts.ts";
import { lyricWords } from "./catalogue/lyric_words.ts";
import { lyrics } from "./catalogue/lyrics.ts";
import { moderation } from "./moderation/moderation.ts";
import { giftRefunds } from "./gifts/gift_refunds.ts";
import { misfits } from "./payments/misfits.ts";
import { lostPayouts } from "./wallet/lost_payouts.ts";
import { takenRoyalties } from "./royalties/taken_royalties.ts";
import { notices } from "./notifications/notices.ts";
import { notificationChoices } from "./notifications/notification_choices.ts";
import { offlineLicences } from "./catalogue/offline_licences.ts";
import { tasteSongs } from "./catalogue/taste_songs.ts";
import { identities } from "./accounts/identities.ts";
import { levels } from "./trust/levels.ts";
import { listenerPlays } from "./listening/listener_plays.ts";
import { listeningEvidence } from "./trust/listening_evidence.ts";
import { plays } from "./listening/plays.ts";
import { policies } from "./admin/policies.ts";
import { proposals } from "./admin/proposals.ts";
import { providerBalances } from "./wallet/provider_balances.ts";
import { reconciliations } from "./wallet/reconciliations.ts";
import { releases } from "./catalogue/releases.ts";
import { renditions } from "./catalogue/renditions.ts";
import { reviews } from "./admin/reviews.ts";
import { royalties } from "./royalties/royalties.ts";
import { search } from "./catalogue/search.ts";
import { presaves } from "./catalogue/presaves.ts";
import { posts } from "./social/posts.ts";
import { supporterThanks } from "./gifts/supporter_thanks.ts";
import { prints } from "./catalogue/prints.ts";
import { premiumGifts } from "./subscriptions/premium_gifts.ts";
import { premiumPayments } from "./subscriptions/premium_payments.ts";
import { settling, settlingQueue } from "./wallet/settling.ts";
import { splits } from "./catalogue/splits.ts";
import { subscriptions } from "./subscriptions/subscriptions.ts";
import { teamActivity } from "./team/team_activity.ts";
import { teamMembers } from "./team/team_members.ts";
import { trackAudience } from "./catalogue/track_audience.ts";
import { trackDays } from "./catalogue/track_days.ts";
import { trackMoments } from "./catalogue/track_moments.ts";
import { trackSaves } from "./catalogue/track_saves.ts";
import { trackEarnings } from "./listening/track_earnings.ts";
import { tracks } from "./catalogue/tracks.ts";
import { uncountedPlays } from "./listening/uncounted_plays.ts";
import { userDirectory } from "./accounts/user_directory.ts";
import { users } from "./accounts/users.ts";
import { withdrawals } from "./wallet/withdrawals.ts";
import { withheldTax } from "./royalties/withheld_tax.ts";

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
