import type { ArtistLinkChosen } from "../../backend/catalogue/link/events.ts";
import type { CreatorProfileSet } from "../../backend/catalogue/artist/events.ts";
import type { CreditEvent } from "../../backend/catalogue/song_credits/events.ts";
import type { DuplicateAnswered } from "../../backend/catalogue/duplicate/events.ts";
import type { LyricsRemoved, LyricsSet } from "../../backend/catalogue/lyrics/events.ts";
import type { ReleaseEvent } from "../../backend/catalogue/release/events.ts";
import type { SplitEvent } from "../../backend/catalogue/split/events.ts";
import type { TrackEvent } from "../../backend/catalogue/track/events.ts";
import type { GiftThanked } from "../../backend/gifts/events.ts";
import type { CommentRefused, CommentReleased } from "../../backend/social/comment/events.ts";
import type { CommentRulesSet } from "../../backend/social/comment_rules/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { bigint, type RowOf, table, text, textOf, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { ArtistPostDeleted, ArtistPosted } from "../../backend/social/post/events.ts";
import type { SupportersThanked } from "../../backend/gifts/thanks/events.ts";
import type { ArtistTeamEvent } from "../../backend/team/events.ts";
import { inRuns, projection } from "../declare.ts";

/** What artists and their teams do, and the log tells of. */
const ACTIVITY_TYPES = [
  ...["TrackUploaded", "TrackChanged", "TrackEarlyAccessSet", "TrackRemoved", "RecordingOffered"] as const,
  ...["ReleaseDrafted", "ReleaseChanged", "ReleaseOrdered", "ReleaseDeclared", "ReleaseScheduled"] as const,
  ...["ReleaseUnscheduled", "ReleasePublished", "ReleaseWithdrawn", "ReleaseDiscarded"] as const,
  ...["LyricsSet", "LyricsRemoved", "CreditsSet", "FeatureAsked", "FeatureAnswered", "FeatureTakenBack"] as const,
  ...["SplitProposed", "SplitProposalWithdrawn", "DuplicateAnswered", "CreatorProfileSet", "ArtistLinkChosen"] as const,
  ...["CommentRulesSet", "CommentReleased", "CommentRefused", "GiftThanked"] as const,
  ...["SupportersThanked", "ArtistPosted", "ArtistPostDeleted"] as const,
  ...["TeamMemberInvited", "TeamInvitationWithdrawn", "TeamInvitationDeclined", "TeamMemberJoined"] as const,
  ...["TeamMemberRoleChanged", "TeamMemberLeft"] as const,
] as const;

export type ActivityType = typeof ACTIVITY_TYPES[number];

type ActivityEvent = Extract<
  | TrackEvent
  | ReleaseEvent
  | LyricsSet
  | LyricsRemoved
  | CreditEvent
  | SplitEvent
  | DuplicateAnswered
  | CreatorProfileSet
  | ArtistLinkChosen
  | CommentRulesSet
  | CommentReleased
  | CommentRefused
  | GiftThanked
  | SupportersThanked
  | ArtistPosted
  | ArtistPostDeleted
  | ArtistTeamEvent,
  { type: ActivityType }
>;

const TEAM_ACTIVITY = table("team_activity", {
  creatorId: uuid,
  eventId: uuid,
  at: bigint,
  actorId: uuid,
  type: textOf<ActivityType>(),
  subject: textOf<"person" | "release" | "track" | "">(),
  subjectId: text,
  detail: text,
}, {
  key: ["creatorId", "eventId"],
  erase: ["creatorId"],
  indexes: {
    team_activity_newest: "(creator_id, at desc, event_id desc)",
    team_activity_of: "(creator_id, actor_id, at desc, event_id desc)",
  },
});

const TEAM_ACTORS = table("team_actors", { creatorId: uuid, actorId: uuid }, {
  key: ["creatorId", "actorId"],
  erase: ["creatorId"],
});

/**
 * Who did what for an artist: the artist, or who acted for them. What admins and Orin itself do with an artist's
 * things is no part of it.
 */
export const teamActivity = projection<ActivityEvent>({
  name: "team_activity",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["social", "ledger"],
  // An artist's log goes with them. What an erased member did stays, under an id that names no person any more.
  tables: [TEAM_ACTIVITY, TEAM_ACTORS],
  handlers: inRuns(ACTIVITY_TYPES, add),
});

async function add(tx: Tx, events: readonly Recorded<ActivityEvent>[]): Promise<void> {
  const rows = events.flatMap((event) => rowOf(event) ?? []);
  await TEAM_ACTIVITY.add(tx, rows);
  await TEAM_ACTORS.add(tx, rows);
}

type Row = RowOf<typeof TEAM_ACTIVITY>;

function rowOf(event: Recorded<ActivityEvent>): Row | undefined {
  const { type, data, metadata, eventId, recordedAt: at } = event;
  const actorId = /^user:([0-9a-f-]{36})$/.exec(metadata.actor)?.[1];
  const creatorId = metadata.actingFor ?? artistIn(data, actorId);
  if (actorId === undefined || creatorId === undefined) return undefined;
  // What the artist does with another artist's song concerns their own team alone, and what admins do no team.
  return { creatorId, eventId, at, actorId, type, ...subjectOf(data) };
}

type Data = ActivityEvent["data"];

/** Whose team it concerns: of what the artist did, the artist; of what a member said about a team, that team's. */
function artistIn(data: Data, actorId: string | undefined): string | undefined {
  const said = [
    "ownerId" in data ? data.ownerId : undefined,
    "artistId" in data ? data.artistId : undefined,
    "creatorId" in data ? data.creatorId : undefined,
  ];
  if ("memberId" in data && data.memberId === actorId) return data.creatorId;
  return said.find((id) => id !== undefined && id === actorId);
}

function subjectOf(data: Data): Pick<Row, "subject" | "subjectId" | "detail"> {
  const detail = "role" in data ? data.role : "because" in data ? data.because : "";
  if ("memberId" in data) return { subject: "person", subjectId: data.memberId, detail };
  if ("releaseId" in data) return { subject: "release", subjectId: data.releaseId, detail };
  if ("trackId" in data && data.trackId !== undefined) return { subject: "track", subjectId: data.trackId, detail };
  return { subject: "", subjectId: "", detail };
}

/** Something that was done for an artist; `at` in epoch ms, `detail` a role, or why a member left. */
export type ActivityRow = Omit<Row, "creatorId">;

/** What was done for an artist, by everybody or one person, the newest first. */
export async function activityOf(
  sql: Sql | Tx,
  { creatorId, actorId, before, limit }: {
    readonly creatorId: string;
    readonly actorId?: string | undefined;
    /** The last one of the page before. */
    readonly before?: { readonly at: number; readonly eventId: string } | undefined;
    readonly limit: number;
  },
): Promise<ActivityRow[]> {
  return await sql<ActivityRow[]>`
    select event_id, at, actor_id, type, subject, subject_id, detail from team_activity
    where creator_id = ${creatorId}
      ${actorId === undefined ? sql`` : sql`and actor_id = ${actorId}`}
      ${before === undefined ? sql`` : sql`and (at, event_id) < (${before.at}::bigint, ${before.eventId}::uuid)`}
    order by at desc, event_id desc limit ${limit}`;
}

/** Everybody who has done something for an artist. */
export async function actorsOf(sql: Sql | Tx, creatorId: string): Promise<string[]> {
  const rows = await TEAM_ACTORS.list(sql, { creatorId }, { order: "actor_id" });
  return rows.map((row) => row.actorId);
}
