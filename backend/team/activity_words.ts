import type { ActivityRow, ActivityType } from "../../projections/team/team_activity.ts";
import { TEAM_ROLE_WORDS, TEAM_ROLES } from "../contract/memberships.ts";

const WORDS: Readonly<Record<ActivityType, string>> = {
  TrackUploaded: "Uploaded a song",
  TrackChanged: "Edited a song",
  TrackEarlyAccessSet: "Changed early access",
  TrackRemoved: "Deleted a song",
  RecordingOffered: "Replaced a recording",
  ReleaseDrafted: "Began a release",
  ReleaseChanged: "Edited a release",
  ReleaseOrdered: "Changed the order of songs",
  ReleaseDeclared: "Declared the rights of a release",
  ReleaseScheduled: "Set a release date",
  ReleaseUnscheduled: "Took a release date away",
  ReleasePublished: "Published a release",
  ReleaseWithdrawn: "Withdrew a release",
  ReleaseDiscarded: "Deleted a draft",
  LyricsSet: "Changed lyrics",
  LyricsRemoved: "Removed lyrics",
  CreditsSet: "Changed credits",
  FeatureAsked: "Asked to name an artist",
  FeatureAnswered: "Answered an artist who names you",
  FeatureTakenBack: "Named an artist no longer",
  SplitProposed: "Proposed shares of a song",
  SplitProposalWithdrawn: "Withdrew proposed shares",
  DuplicateAnswered: "Answered about a known recording",
  CreatorProfileSet: "Changed the artist's page",
  ArtistLinkChosen: "Chose a short link",
  CommentRulesSet: "Changed the rules for comments",
  CommentReleased: "Let a comment through",
  CommentRefused: "Refused a comment",
  GiftThanked: "Thanked for a gift",
  SupportersThanked: "Thanked everyone who gave",
  ArtistPosted: "Posted to followers",
  ArtistPostDeleted: "Deleted a post",
  TeamMemberInvited: "Invited",
  TeamInvitationWithdrawn: "Withdrew an invitation",
  TeamInvitationDeclined: "Declined an invitation",
  TeamMemberJoined: "Joined the team as",
  TeamMemberRoleChanged: "Changed a role to",
  TeamMemberLeft: "Left the team",
};

/** What was done, in words, without whom or what it is about. */
export function activityWords({ type, detail }: Pick<ActivityRow, "type" | "detail">): string {
  if (type === "TeamMemberLeft" && detail === "removed") return "Removed a member";
  const role = TEAM_ROLES.find((one) => one === detail);
  if (role === undefined) return WORDS[type];
  const label = TEAM_ROLE_WORDS[role].label.toLowerCase();
  const an = /^[aeiou]/.test(label) ? "an" : "a";
  return type === "TeamMemberInvited" ? `${WORDS[type]} ${an} ${label}` : `${WORDS[type]} ${label}`;
}
