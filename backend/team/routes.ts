import * as calls from "../contract/calls/team.ts";
import { Routes } from "../http/routes.ts";
import type { Context } from "hono";
import type { OwnTeam, TeamActivityList, TeamInvitation, TeamsOfMine } from "../contract/memberships.ts";
import { lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import { CSV_MARK, csvFile, csvLinesOf } from "../http/csv.ts";
import { takeTurn } from "../http/rate_limit.ts";
import { givenCommandOf, metadataOf } from "../http/request_id.ts";
import type { WithSession } from "../http/session.ts";
import { idInPath } from "../http/validate.ts";
import {
  answerTeamInvitation,
  changeTeamRole,
  endTeamMembership,
  inviteToTeam,
  withdrawTeamInvitation,
} from "./change.ts";
import { TeamTokens } from "./invitation.ts";
import { filledMailboxOf } from "../accounts/signup/filled_mailbox.ts";
import { activityPage, ownTeam, readTeamInvitation, teamsOfMine, wholeActivity } from "./reads.ts";

/** Each sends a mail to an address that a person typed. */
const INVITATIONS_AN_HOUR = 10;
const INVITATIONS_OF_ADDRESS_AN_HOUR = 5;
/** From all artists together: the recipient cannot switch them off. */
const INVITATIONS_OF_ADDRESS_A_DAY = 10;
const CHANGES_AN_HOUR = 120;
const NO_MEMBER = "Member not found";

/** Who works for an artist: the artist's side, and the side of those who do. */
export function teamRoutes(deps: Deps) {
  return new Routes(deps)
    .include(ownTeamRoutes(deps))
    .include(activityRoutes(deps))
    .include(memberRoutes(deps));
}

/** The artist, and who changes the team: the artist, or a manager for them. */
function who(c: Context<WithSession>) {
  const { userId: creatorId, acting } = c.var.session;
  return { creatorId, by: acting?.memberId ?? creatorId, metadata: metadataOf(c, creatorId) };
}

function ownTeamRoutes(deps: Deps) {
  const answer = async (c: Context<WithSession>): Promise<OwnTeam> => await ownTeam(deps, c.var.session);
  const takeChange = (c: Context<WithSession>) =>
    takeTurn(deps, { kind: "team change", perHour: CHANGES_AN_HOUR, of: c.var.session.userId });

  return new Routes(deps)
    .serve(calls.getTeam, async (c) => c.json(await answer(c), 200))
    .serve(calls.inviteMember, async (c) => {
      const { email, role } = c.req.valid("json");
      const { creatorId, by, metadata } = who(c);
      const turn = { kind: "team invitation", perHour: INVITATIONS_AN_HOUR };
      // A member who works for many artists gets no more turns for that.
      for (const of of new Set([creatorId, by])) await takeTurn(deps, { ...turn, of });
      const address = { kind: "team invitation to", of: filledMailboxOf(email) };
      await takeTurn(deps, { ...address, perHour: INVITATIONS_OF_ADDRESS_AN_HOUR });
      await takeTurn(deps, { ...address, kind: "team invitations a day to", perDay: INVITATIONS_OF_ADDRESS_A_DAY });
      const once = givenCommandOf(c, { creatorId, email, role });
      await inviteToTeam(deps, { creatorId, by, metadata, email, role, ...once });
      return c.json(await answer(c), 201);
    })
    .serve(calls.cancelMemberInvitation, async (c) => {
      await takeChange(c);
      const invitationId = idInPath(c, "invitationId", "Invitation not found");
      await withdrawTeamInvitation(deps, { ...who(c), invitationId });
      return c.json(await answer(c), 200);
    })
    .serve(calls.changeMemberRole, async (c) => {
      await takeChange(c);
      const memberId = idInPath(c, "memberId", NO_MEMBER);
      await changeTeamRole(deps, { ...who(c), memberId, ...c.req.valid("json") });
      return c.json(await answer(c), 200);
    })
    .serve(calls.removeMember, async (c) => {
      await takeChange(c);
      await endTeamMembership(deps, { ...who(c), memberId: idInPath(c, "memberId", NO_MEMBER) });
      return c.json(await answer(c), 200);
    });
}

function activityRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.teamActivity, async (c) => {
      await deps.store.catchUp(["team_activity"]);
      const page = await activityPage(deps, { creatorId: c.var.session.userId, ...c.req.valid("query") });
      return c.json(page satisfies TeamActivityList, 200);
    })
    .serve(calls.teamActivityCsv, (c) => {
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
  return new Routes(deps)
    .serve(calls.listOwnTeams, async (c) => {
      return c.json(await teamsOfMine(deps, c.var.session.userId) satisfies TeamsOfMine, 200);
    })
    .serve(calls.leaveTeam, async (c) => {
      const { userId } = c.var.session;
      const creatorId = idInPath(c, "artistId", "Artist not found");
      const leaving = { creatorId, memberId: userId, by: userId, metadata: metadataOf(c, userId) };
      await endTeamMembership(deps, leaving);
      return c.json(await teamsOfMine(deps, userId) satisfies TeamsOfMine, 200);
    })
    .serve(calls.getTeamInvitation, async (c) => {
      return c.json(await readTeamInvitation(deps, invitationOf(c)) satisfies TeamInvitation, 200);
    })
    .serve(calls.answerTeamInvitation, async (c) => {
      const { userId: memberId } = c.var.session;
      const { answer } = c.req.valid("json");
      await answerTeamInvitation(deps, { ...invitationOf(c), answer, memberId, metadata: metadataOf(c, memberId) });
      return c.json(await teamsOfMine(deps, memberId) satisfies TeamsOfMine, 200);
    });
}
