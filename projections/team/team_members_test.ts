import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { findTeamInvitation, findTeamMember, invitationsToTeams, membersOfTeam, teamMembers } from "./team_members.ts";

const [artist, member, manager, invitationId] = [newId(), newId(), newId(), newId()];
const invited = (by: string) => ({
  type: "TeamMemberInvited" as const,
  data: { creatorId: artist, invitationId, role: "editor" as const, email: "s", emailHash: "h", by, expiresAt: 9e12 },
});
const joined = {
  type: "TeamMemberJoined" as const,
  data: { creatorId: artist, invitationId, memberId: member, role: "editor" as const },
};
const erased = (userId: string) => ({ type: "AccountErased" as const, data: { userId } });

it("knows who is in a team and who is asked, until they leave, answer or one of them is erased", async () => {
  await using test = await openTestProjection(teamMembers);
  const asked = (...events: Parameters<typeof test.given>[0]) =>
    test.given(events, (tx) => findTeamInvitation(tx, invitationId));
  const role = async (...events: Parameters<typeof test.given>[0]) =>
    (await test.given(events, (tx) => findTeamMember(tx, { creatorId: artist, memberId: member })))?.role;
  expect(await asked(invited(artist))).toMatchObject({ creatorId: artist, role: "editor", invitedBy: artist });
  const mailed = (now: number) => (tx: Parameters<typeof invitationsToTeams>[0]) =>
    invitationsToTeams(tx, { emailHash: "h", now, limit: 5 });
  expect(await test.given([invited(artist)], mailed(1))).toHaveLength(1);
  expect(await test.given([invited(artist)], mailed(9e12))).toEqual([]);
  expect(await asked(invited(artist), joined)).toBeUndefined();
  expect(await role(invited(artist), joined)).toBe("editor");
  const change = {
    ...joined,
    type: "TeamMemberRoleChanged" as const,
    data: { ...joined.data, role: "analyst" as const },
  };
  expect(await role(invited(artist), joined, change)).toBe("analyst");
  const left = {
    type: "TeamMemberLeft" as const,
    data: { creatorId: artist, memberId: member, because: "left" as const },
  };
  expect(await role(invited(artist), joined, left)).toBeUndefined();
  for (const who of [artist, member]) {
    expect(await test.given([invited(artist), joined, erased(who)], (tx) => membersOfTeam(tx, artist))).toEqual([]);
  }
  // Whom an erased manager has asked does not come in.
  expect(await asked(invited(manager), erased(manager))).toBeUndefined();
  expect(await asked(invited(artist), erased(artist))).toBeUndefined();
});
