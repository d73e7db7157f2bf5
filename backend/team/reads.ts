import { blockedBy } from "../../projections/social/comment_rules.ts";
import { findCreators, findOwnCreators } from "../../projections/catalogue/creators.ts";
import { findReleases } from "../../projections/catalogue/releases.ts";
import { activityOf, type ActivityRow, actorsOf } from "../../projections/team/team_activity.ts";
import {
  findTeamInvitation,
  findTeamMember,
  invitationsOfTeam,
  invitationsToTeams,
  membersOfTeam,
  type TeamInvitationRow,
  teamsOfMember,
} from "../../projections/team/team_members.ts";
import { trackFacts } from "../../projections/catalogue/tracks.ts";
import { findUser, findUsers, type User } from "../../projections/accounts/users.ts";
import { openPersonsOf } from "../accounts/account/reads.ts";
import { fullName } from "../contract/full_name.ts";
import { isoTime } from "../contract/iso_time.ts";
import {
  MOST_TEAMS,
  type OwnTeam,
  roleMay,
  type TeamActivity,
  type TeamActivityList,
  type TeamInvitation,
  type TeamRole,
  type TeamsOfMine,
} from "../contract/memberships.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { Session } from "../http/sessions.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { activityWords } from "./activity_words.ts";
import { sealedTeamField } from "./events.ts";
import { type OfInvitation, TeamTokens } from "./invitation.ts";
import { invitationOver, mayDecideAbout } from "./state.ts";

type Reading = Pick<Deps, "store" | "personal">;

const FORMER = "A former member";
const AN_ARTIST = "An artist";

/**
 * A person's role in an artist's team at this moment; undefined for everyone else, and where the account of one of the
 * two is closed or suspended.
 */
export async function roleInTeam(
  sql: Sql | Tx,
  { creatorId, memberId }: { readonly creatorId: string; readonly memberId: string },
): Promise<TeamRole | undefined> {
  const member = await findTeamMember(sql, { creatorId, memberId });
  if (!member) return undefined;
  const users = await findUsers(sql, [creatorId, memberId]);
  return isOpen(users.get(creatorId)) && isOpen(users.get(memberId)) ? member.role : undefined;
}

function isOpen(user: User | undefined): boolean {
  return user !== undefined && user.closing === undefined && user.suspension === undefined;
}

/** An artist's team as the artist or a member sees it. */
export async function ownTeam(deps: Reading & Pick<Deps, "now">, session: Session): Promise<OwnTeam> {
  const { sql } = deps.store;
  const { userId: creatorId, acting } = session;
  const yourRole = acting?.role ?? "owner";
  const you = acting?.memberId ?? creatorId;
  const mayInvite = yourRole === "owner" || roleMay(yourRole, "manage");
  const [members, invitations, keys, names] = await Promise.all([
    membersOfTeam(sql, creatorId),
    mayInvite ? invitationsOfTeam(sql, creatorId) : [],
    deps.personal.keysOf(sql, [creatorId]),
    artistNames(deps, [creatorId]),
  ]);
  const artistName = names.get(creatorId) ?? AN_ARTIST;
  const personName = await namesOf(deps, [...members.map(({ memberId }) => memberId), ...invitations.map(inviterOf)], {
    creatorId,
    artistName,
  });
  return {
    ...{ artistId: creatorId, artistName, yourRole },
    members: members.map(({ memberId, role, since }) => ({
      ...{ memberId, name: personName(memberId), role, since: isoTime(since), isYou: memberId === you },
      isYours: memberId !== you && mayDecideAbout(yourRole, role),
    })),
    invitations: invitations.map((row) => {
      const { invitationId, role, email, invitedBy, at, expiresAt } = row;
      const mayRead = yourRole === "owner" || invitedBy === you;
      return {
        ...{ invitationId, role, invitedBy: personName(invitedBy), at: isoTime(at), expiresAt: isoTime(expiresAt) },
        email: mayRead ? keys.get(creatorId)?.open(sealedTeamField(invitationId), email) ?? null : null,
        isExpired: expiresAt <= deps.now(),
        isYours: mayDecideAbout(yourRole, role),
      };
    }),
  };
}

function inviterOf({ invitedBy }: TeamInvitationRow): string {
  return invitedBy;
}

/** How people of a team are called there: the artist by their artist's name, members by their own. */
async function namesOf(
  deps: Reading,
  userIds: readonly string[],
  { creatorId, artistName }: { readonly creatorId: string; readonly artistName: string },
): Promise<(userId: string) => string> {
  const persons = await openPersonsOf(deps, [...new Set(userIds)]);
  return (userId) => {
    if (userId === creatorId) return artistName;
    return fullName(persons.get(userId)) || FORMER;
  };
}

/** Artists' names for their teams; of those without a page their own. */
async function artistNames(deps: Reading, creatorIds: readonly string[]): Promise<Map<string, string>> {
  // Whom a moderator hides has a name all the same: else that of the person would stand in its place.
  const artists = await findOwnCreators(deps.store.sql, creatorIds);
  const nameless = creatorIds.filter((id) => !artists.has(id));
  const persons = nameless.length === 0 ? new Map() : await openPersonsOf(deps, nameless);
  return new Map(creatorIds.flatMap((id) => {
    const person = persons.get(id);
    const name = artists.get(id)?.name ?? (person && fullName(person));
    return name ? [[id, name] as const] : [];
  }));
}

/** The same for whom artists ask: without the names that a moderator hides. */
async function namesForAsked(deps: Reading, creatorIds: readonly string[]): Promise<Map<string, string>> {
  const { sql } = deps.store;
  const [names, own, shown] = await Promise.all([
    artistNames(deps, creatorIds),
    findOwnCreators(sql, creatorIds),
    findCreators(sql, creatorIds),
  ]);
  return new Map([...names].filter(([id]) => shown.has(id) || !own.has(id)));
}

/** For whom a person works, and who asks them to. */
export async function teamsOfMine(
  deps: Reading & Pick<Deps, "keys" | "now">,
  userId: string,
): Promise<TeamsOfMine> {
  const { sql } = deps.store;
  const user = await findUser(sql, userId);
  if (!user) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const [memberships, invitations] = await Promise.all([
    teamsOfMember(sql, userId, MOST_TEAMS),
    invitationsToTeams(sql, { emailHash: user.emailHash, now: deps.now(), limit: MOST_TEAMS }),
  ]);
  const ids = [...new Set([...memberships, ...invitations].map(({ creatorId }) => creatorId))];
  const [blocked, users, artists, names, asking] = await Promise.all([
    blockedBy(sql, userId),
    findUsers(sql, ids),
    findCreators(sql, ids),
    artistNames(deps, ids),
    namesForAsked(deps, ids),
  ]);
  const shown = ({ creatorId }: { readonly creatorId: string }, by: ReadonlyMap<string, string>) => ({
    artistId: creatorId,
    artistName: by.get(creatorId) ?? AN_ARTIST,
    pictureUrl: artists.get(creatorId)?.pictureUrl ?? "",
  });
  const isThere = ({ creatorId }: { readonly creatorId: string }) => isOpen(users.get(creatorId));
  const tokens = new TeamTokens(deps.keys);
  return {
    teams: memberships.filter(isThere).map((row) => ({
      ...shown(row, names),
      role: row.role,
      since: isoTime(row.since),
    })),
    invitations: invitations.filter((row) => isThere(row) && !blocked.has(row.creatorId)).map((row) => (
      { ...shown(row, asking), token: tokens.sign(row), role: row.role, expiresAt: isoTime(row.expiresAt) }
    )),
  };
}

/**
 * What the link of an invitation asks. Throws Refusal `link_invalid` for one that is answered, withdrawn or expired.
 */
export async function readTeamInvitation(
  deps: Reading & Pick<Deps, "keys" | "now">,
  { creatorId, invitationId }: OfInvitation,
): Promise<TeamInvitation> {
  const { sql } = deps.store;
  const [row, artist] = await Promise.all([findTeamInvitation(sql, invitationId), findUser(sql, creatorId)]);
  if (row?.creatorId !== creatorId || row.expiresAt <= deps.now() || !isOpen(artist)) throw invitationOver();
  const [artists, names] = await Promise.all([findCreators(sql, [creatorId]), namesForAsked(deps, [creatorId])]);
  return {
    token: new TeamTokens(deps.keys).sign(row),
    artistId: creatorId,
    artistName: names.get(creatorId) ?? AN_ARTIST,
    pictureUrl: artists.get(creatorId)?.pictureUrl ?? "",
    role: row.role,
    expiresAt: isoTime(row.expiresAt),
  };
}

/** A page of what was done for an artist. Throws Refusal `invalid_request` for a cursor that no list gave. */
export async function activityPage(
  deps: Reading,
  { creatorId, person, cursor, limit }: {
    readonly creatorId: string;
    readonly person?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<TeamActivityList> {
  const { sql } = deps.store;
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const [rows, actors] = await Promise.all([
    activityOf(sql, { creatorId, actorId: person, before, limit }),
    actorsOf(sql, creatorId),
  ]);
  const { of, personName } = await showing(deps, { creatorId, rows, actors });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    activity: rows.map(of),
    people: actors.map((id) => ({ id, name: personName(id) })),
    nextCursor: last ? `${last.at}_${last.eventId}` : null,
  };
}

const EXPORTED_AT_ONCE = 500;

/** All of it, a few hundred at a time. */
export async function* wholeActivity(
  deps: Reading,
  { creatorId, person }: { readonly creatorId: string; readonly person?: string | undefined },
): AsyncGenerator<TeamActivity[], void> {
  let rows: ActivityRow[] = [];
  do {
    const before = rows.at(-1);
    rows = await activityOf(deps.store.sql, { creatorId, actorId: person, before, limit: EXPORTED_AT_ONCE });
    if (rows.length > 0) yield rows.map((await showing(deps, { creatorId, rows, actors: [] })).of);
  } while (rows.length === EXPORTED_AT_ONCE);
}

/** Rows in words, with the names that people, songs and releases have now. */
async function showing(
  deps: Reading,
  { creatorId, rows, actors }: {
    readonly creatorId: string;
    readonly rows: readonly ActivityRow[];
    readonly actors: readonly string[];
  },
) {
  const { sql } = deps.store;
  const idsOf = (subject: ActivityRow["subject"]) => [
    ...new Set(rows.filter((row) => row.subject === subject).map(({ subjectId }) => subjectId)),
  ];
  const names = await artistNames(deps, [creatorId]);
  const [tracks, releases, personName] = await Promise.all([
    trackFacts(sql, idsOf("track")),
    findReleases(sql, idsOf("release")),
    namesOf(deps, [...actors, ...rows.map(({ actorId }) => actorId), ...idsOf("person")], {
      creatorId,
      artistName: names.get(creatorId) ?? AN_ARTIST,
    }),
  ]);
  const aboutOf = ({ subject, subjectId, actorId }: ActivityRow): string => {
    if (subject === "track") return tracks.get(subjectId)?.title ?? "Deleted song";
    if (subject === "release") return releases.get(subjectId)?.title ?? "Deleted release";
    return subject === "person" && subjectId !== actorId ? personName(subjectId) : "";
  };
  const of = (row: ActivityRow): TeamActivity => ({
    ...{ id: row.eventId, at: isoTime(row.at), who: personName(row.actorId) },
    ...{ what: activityWords(row), about: aboutOf(row) },
  });
  return { of, personName };
}

function readCursor(said: string): { at: number; eventId: string } {
  const [, at, eventId] = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(said) ?? [];
  if (at === undefined || eventId === undefined) {
    throw new Refusal("invalid_request", "This list has changed: please load it again.");
  }
  return { at: Number(at), eventId };
}
