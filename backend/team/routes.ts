import { type Context, Hono } from "hono";
import type { OwnTeam, TeamActivityList, TeamInvitation, TeamsOfMine } from "../contract/memberships.ts";
import {
  TeamActivityFilter,
  TeamActivityQuery,
  TeamAnswerRequest,
  TeamInviteRequest,
  TeamRoleRequest,
} from "../contract/requests/memberships.ts";
import { lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import { CSV_MARK, csvFile, csvLinesOf } from "../http/csv.ts";
import { takeTurn } from "../http/rate_limit.ts";
import { givenCommandOf, metadataOf } from "../http/request_id.ts";
import { actingCreator, optionalUser, requireUser, type WithSession } from "../http/session.ts";
import { idInPath, jsonBody, queryParams } from "../http/validate.ts";
import {
  answerTeamInvitation,
  changeTeamRole,
  endTeamMembership,
  inviteToTeam,
  withdrawTeamInvitation,
} from "./change.ts";
import { TeamTokens } from "./invitation.ts";
import { filledMailboxOf } from "../moderation/mailbox.ts";
import { activityPage, ownTeam, readTeamInvitation, teamsOfMine, wholeActivity } from "./reads.ts";

/** Each sends a mail to an address that somebody typed. */
const INVITATIONS_AN_HOUR = 10;
const INVITATIONS_OF_ADDRESS_AN_HOUR = 5;
/** From all artists together: nobody can switch them off. */
const INVITATIONS_OF_ADDRESS_A_DAY = 10;
const CHANGES_AN_HOUR = 120;
const NO_MEMBER = "Member not found";

/** Who works for an artist: the artist's side, and the side of those who do. */
export function teamRoutes(deps: Deps) {
  return new Hono()
    .route("/", ownTeamRoutes(deps))
    .route("/", activityRoutes(deps))
    .route("/", memberRoutes(deps));
}

/** The artist, and who changes the team: the artist, or a manager for them. */
function who(c: Context<WithSession>) {
  const { userId: creatorId, acting } = c.var.session;
  return { creatorId, by: acting?.memberId ?? creatorId, metadata: metadataOf(c, creatorId) };
}

function ownTeamRoutes(deps: Deps) {
  const manager = actingCreator(deps, "manage");
  const answer = async (c: Context<WithSession>): Promise<OwnTeam> => await ownTeam(deps, c.var.session);
  const takeChange = (c: Context<WithSession>) =>
    takeTurn(deps, { kind: "team change", perHour: CHANGES_AN_HOUR, of: c.var.session.userId });

  return new Hono()
    .get("/api/v1/team", actingCreator(deps, "read"), async (c) => c.json(await answer(c), 200))
    .post("/api/v1/team/invitations", manager, jsonBody(TeamInviteRequest), async (c) => {
      const { email, role } = c.req.valid("json");
      const { creatorId, by, metadata } = who(c);
      const turn = { kind: "team invitation", perHour: INVITATIONS_AN_HOUR };
      // Whoever works for many artists has no more turns for that.
      for (const of of new Set([creatorId, by])) await takeTurn(deps, { ...turn, of });
      const address = { kind: "team invitation to", of: filledMailboxOf(email) };
      await takeTurn(deps, { ...address, perHour: INVITATIONS_OF_ADDRESS_AN_HOUR });
      await takeTurn(deps, { ...address, kind: "team invitations a day to", perDay: INVITATIONS_OF_ADDRESS_A_DAY });
      const once = givenCommandOf(c, { creatorId, email, role });
      await inviteToTeam(deps, { creatorId, by, metadata, email, role, ...once });
      return c.json(await answer(c), 201);
    })
    .delete("/api/v1/team/invitations/:invitationId", manager, async (c) => {
      await takeChange(c);
      const invitationId = idInPath(c, "invitationId", "Invitation not found");
      await withdrawTeamInvitation(deps, { ...who(c), invitationId });
      return c.json(await answer(c), 200);
    })
    .put("/api/v1/team/members/:memberId", manager, jsonBody(TeamRoleRequest), async (c) => {
      await takeChange(c);
      const memberId = idInPath(c, "memberId", NO_MEMBER);
      await changeTeamRole(deps, { ...who(c), memberId, ...c.req.valid("json") });
      return c.json(await answer(c), 200);
    })
    .delete("/api/v1/team/members/:memberId", manager, async (c) => {
      await takeChange(c);
      await endTeamMembership(deps, { ...who(c), memberId: idInPath(c, "memberId", NO_MEMBER) });
      return c.json(await answer(c), 200);
    });
}

function activityRoutes(deps: Deps) {
  const manager = actingCreator(deps, "manage");
  return new Hono()
    .get("/api/v1/team/activity", manager, queryParams(TeamActivityQuery), async (c) => {
      await deps.store.catchUp(["team_activity"]);
      const page = await activityPage(deps, { creatorId: c.var.session.userId, ...c.req.valid("query") });
      return c.json(page satisfies TeamActivityList, 200);
    })
    .get("/api/v1/team/activity/csv", manager, queryParams(TeamActivityFilter), (c) => {
      const day = lagosDay(deps.now());
      const asked = { creatorId: c.var.session.userId, ...c.req.valid("query") };
      return csvFile(c, `orin-team-${day}.csv`, tableOf(deps, asked));
    });
}

/** The log as lines of a table. */
async function* tableOf(deps: Deps, asked: { creatorId: string; person?: string | undefined }) {
  yield `${CSV_MARK}${csvLinesOf([["Time", "Who", "What", "About"]])}`;
  for await (const rows of wholeActivity(deps, asked)) {
    yield csvLinesOf(rows.map(({ at, who, what, about }) => [at, who, what, about]));
  }
}

function memberRoutes(deps: Deps) {
  const tokens = new TeamTokens(deps.keys);
  const invitationOf = (c: Context) => tokens.read(c.req.param("token") ?? "");
  return new Hono()
    .get("/api/v1/teams", requireUser(deps), async (c) => {
      return c.json(await teamsOfMine(deps, c.var.session.userId) satisfies TeamsOfMine, 200);
    })
    .delete("/api/v1/teams/:artistId", requireUser(deps), async (c) => {
      const { userId } = c.var.session;
      const creatorId = idInPath(c, "artistId", "Artist not found");
      const leaving = { creatorId, memberId: userId, by: userId, metadata: metadataOf(c, userId) };
      await endTeamMembership(deps, leaving);
      return c.json(await teamsOfMine(deps, userId) satisfies TeamsOfMine, 200);
    })
    .get("/api/v1/team-invitations/:token", optionalUser(deps), async (c) => {
      return c.json(await readTeamInvitation(deps, invitationOf(c)) satisfies TeamInvitation, 200);
    })
    .post("/api/v1/team-invitations/:token", requireUser(deps), jsonBody(TeamAnswerRequest), async (c) => {
      const { userId: memberId } = c.var.session;
      const { answer } = c.req.valid("json");
      await answerTeamInvitation(deps, { ...invitationOf(c), answer, memberId, metadata: metadataOf(c, memberId) });
      return c.json(await teamsOfMine(deps, memberId) satisfies TeamsOfMine, 200);
    });
}
