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
import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, ddlOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { ArtistPostDeleted, ArtistPosted } from "../../backend/social/post/events.ts";
import type { SupportersThanked } from "../../backend/gifts/thanks/events.ts";
import type { ArtistTeamEvent } from "../../backend/team/events.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "../account_closings.ts";

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
  type: text,
  subject: text,
  subjectId: text,
  detail: text,
}, {
  key: ["creatorId", "eventId"],
  indexes: {
    team_activity_newest: "(creator_id, at desc, event_id desc)",
    team_activity_of: "(creator_id, actor_id, at desc, event_id desc)",
  },
});

const TEAM_ACTORS = table("team_actors", { creatorId: uuid, actorId: uuid }, { key: ["creatorId", "actorId"] });

/**
 * Who did what for an artist: the artist, or somebody who acted for them. What admins and Orin itself do with an artist's
 * things is no part of it.
 */
export const teamActivity: Projection<ActivityEvent | ClosingEvent> = {
  name: "team_activity",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["social", "ledger"],
  on: [...ACTIVITY_TYPES, ...CLOSING_EVENTS],
  tables: ddlOf(TEAM_ACTIVITY, TEAM_ACTORS),

  async apply(tx, events) {
    let rows: Row[] = [];
    for (const event of events) {
      if (!isClosing(event)) rows.push(...[rowOf(event) ?? []].flat());
      if (event.type !== "AccountErased") continue;
      // What a batch says before an erasure goes with it, as if it had been folded alone.
      await write(tx, rows);
      rows = [];
      await forget(tx, event.data.userId);
    }
    await write(tx, rows);
  },
};

interface Row {
  readonly creatorId: string;
  readonly eventId: string;
  readonly at: number;
  readonly actorId: string;
  readonly type: string;
  readonly subject: string;
  readonly subjectId: string;
  readonly detail: string;
}

function rowOf(event: Recorded<ActivityEvent>): Row | undefined {
  const { type, data, metadata, eventId, recordedAt: at } = event;
  const actorId = /^user:([0-9a-f-]{36})$/.exec(metadata.actor)?.[1];
  const creatorId = metadata.actingFor ?? artistIn(data, actorId);
  if (actorId === undefined || creatorId === undefined) return undefined;
  // What the artist does with somebody else's song concerns their own team alone, and what admins do no team.
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

async function write(tx: Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = {
    uuid: ["creatorId", "eventId", "actorId"],
    bigint: ["at"],
    text: ["type", "subject", "subjectId", "detail"],
  } as const;
  await tx`
    insert into team_activity (creator_id, event_id, at, actor_id, type, subject, subject_id, detail)
    select creator_id, event_id, at, actor_id, type, subject, subject_id, detail from ${
    rowsOf(tx, rows, columns)
  } as told
    on conflict do nothing`;
  await tx`
    insert into team_actors (creator_id, actor_id)
    select distinct creator_id, actor_id from ${rowsOf(tx, rows, { uuid: ["creatorId", "actorId"] })} as told
    on conflict do nothing`;
}

/** An artist's log goes with them. What an erased member did stays, under an id that names nobody any more. */
async function forget(tx: Tx, userId: string): Promise<void> {
  await tx`delete from team_activity where creator_id = ${userId}`;
  await tx`delete from team_actors where creator_id = ${userId}`;
}

/** Something that was done for an artist. */
export interface ActivityRow {
  readonly eventId: string;
  /** Epoch ms. */
  readonly at: number;
  readonly actorId: string;
  readonly type: ActivityType;
  readonly subject: "person" | "release" | "track" | "";
  readonly subjectId: string;
  /** A role, or why somebody left. */
  readonly detail: string;
}

interface DbRow {
  eventId: string;
  at: number;
  actorId: string;
  type: ActivityType;
  subject: ActivityRow["subject"];
  subjectId: string;
  detail: string;
}

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
  const rows = await sql<DbRow[]>`
    select event_id, at, actor_id, type, subject, subject_id, detail from team_activity
    where creator_id = ${creatorId}
      ${actorId === undefined ? sql`` : sql`and actor_id = ${actorId}`}
      ${before === undefined ? sql`` : sql`and (at, event_id) < (${before.at}::bigint, ${before.eventId}::uuid)`}
    order by at desc, event_id desc limit ${limit}`;
  return rows.map(({ eventId, actorId, subjectId, ...row }) => (
    { ...row, eventId, actorId, subjectId }
  ));
}

/** Everybody who has done something for an artist. */
export async function actorsOf(sql: Sql | Tx, creatorId: string): Promise<string[]> {
  const rows = await sql<{ actorId: string }[]>`
    select actor_id from team_actors where creator_id = ${creatorId} order by actor_id`;
  return rows.map((row) => row.actorId);
}
